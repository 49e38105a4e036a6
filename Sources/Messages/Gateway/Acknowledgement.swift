public import JSON

/// The consumer's word to a gateway: all events up to this one are kept, or known to be lost.
public struct Acknowledgement: Hashable, Sendable {
    /// Unix milliseconds.
    public var at: Int64
    public var epoch: String
    public var seq: UInt64

    public init(at: Int64, epoch: String, seq: UInt64) {
        self.at = at
        self.epoch = epoch
        self.seq = seq
    }
}

extension Acknowledgement: Payload {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.time("at", at)
            $0.field("epoch", epoch)
            $0.field("seq", seq)
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        at = try fields.time("at")
        epoch = try fields.name("epoch")
        seq = try fields.integer("seq")
    }
}
