import Messages
extension GatewayContext {
    func lost(from: UInt64, to: UInt64, count: UInt64, first: Int64, last: Int64, reason: String) -> Status {
        Status(at: 0, state: .online, boot: "", since: 0, version: "")
    }
}
