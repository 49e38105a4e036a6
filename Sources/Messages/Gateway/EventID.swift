/// `site/gateway:epoch:seq`: the same in every retry, and so the key by which receivers drop repeats.
public struct EventID: Hashable, Sendable {
    public let gateway: GatewayID
    /// Letters and digits, made with the gateway's store: numbers begin anew with it.
    public let epoch: String
    /// The number among the gateway's events.
    public let seq: UInt64

    public init(gateway: GatewayID, epoch: String, seq: UInt64) {
        self.gateway = gateway
        self.epoch = epoch
        self.seq = seq
    }
}

extension EventID: LosslessStringConvertible {
    public var description: String { "\(gateway):\(epoch):\(seq)" }

    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(Substring.init)
        guard parts.count == 3, let gateway = GatewayID(String(parts[0])), Name.isValid(parts[1]),
            let seq = UInt64(parts[2]), String(seq) == parts[2]
        else { return nil }
        self.init(gateway: gateway, epoch: String(parts[1]), seq: seq)
    }
}
