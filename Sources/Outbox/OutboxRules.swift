/// How the outbox is kept and emptied.
public struct OutboxRules: Hashable, Sendable {
    /// Who says that an event has arrived.
    public enum Confirmation: String, Sendable, CaseIterable {
        /// The broker, by its acknowledgement: as safe as its disk.
        case broker
        /// The consumer, when it has committed the event: whatever the broker loses.
        case consumer
    }

    /// At least so long lies between two writes to the disk, so that events share one; who comes after a rest does not
    /// wait, and a tap never does.
    public var commitInterval: Duration = .milliseconds(200)
    /// So many events do not wait any longer.
    public var commitEvents = 100
    public var maxEvents = 200_000
    /// Bytes of the database.
    public var maxSize: Int64 = 256 << 20
    /// Bytes that stay free on its disk.
    public var minFree: Int64 = 64 << 20
    public var maxAge: Duration = .seconds(7 * 86_400)
    /// Events a second at which a back-log is sent.
    public var replayRate = 500
    /// `nil`: the broker, where it says what it refuses (MQTT 5), else the consumer.
    public var confirmation: Confirmation?

    public init() {}
}
