public import JSON

/// The kill switch of a site's notifications.
public struct Paused: Hashable, Sendable {
    /// Unix milliseconds.
    public var at: Int64
    public var isPaused: Bool
    public var reason: String

    public init(at: Int64, isPaused: Bool, reason: String) {
        self.at = at
        self.isPaused = isPaused
        self.reason = reason
    }
}

extension Paused: Payload {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.time("at", at)
            $0.field("paused", isPaused)
            $0.field("reason", reason)
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        at = try fields.time("at")
        isPaused = try fields.bool("paused")
        reason = try fields.string("reason")
    }
}
