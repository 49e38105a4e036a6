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
        let colon = UInt8(ascii: ":")
        guard let last = text.utf8.lastIndex(of: colon), let first = text.utf8[..<last].lastIndex(of: colon) else {
            return nil
        }
        let (epoch, number) = (text[text.utf8.index(after: first)..<last], text[text.utf8.index(after: last)...])
        guard let gateway = GatewayID(text[..<first]), Name.isValid(epoch), let seq = UInt64(number),
            String(seq) == number
        else { return nil }
        self.init(gateway: gateway, epoch: String(epoch), seq: seq)
    }
}
