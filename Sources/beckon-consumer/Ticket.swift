/// What a message to the broker was about, as the number that comes back with its acknowledgement.
enum Ticket: Equatable {
    /// State that is told again at the next connection: nobody waits for its acknowledgement.
    case state
    /// Into the `SendQueue`.
    case notification(UInt64)
    /// A `SiteEvent`'s number.
    case siteEvent(Int64)

    init(token: UInt64) {
        switch token & 3 {
        case 1: self = .notification(token >> 2)
        case 2: self = .siteEvent(Int64(token >> 2))
        default: self = .state
        }
    }

    var token: UInt64 {
        switch self {
        case .state: 0
        case .notification(let number): number << 2 | 1
        case .siteEvent(let number): UInt64(clamping: number) << 2 | 2
        }
    }
}
