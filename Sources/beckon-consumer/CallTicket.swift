/// What a call of a server was about.
enum CallTicket: Hashable {
    /// Into the `SendQueue`.
    case notification(UInt64)
    /// To the retailer's engine.
    case question(UInt64)
    /// Also to it: what it has to hear.
    case mail
}
