/// Whether a shopper is still there.
public enum Standing: Hashable, Sendable {
    case present
    /// No gateway has had them since then, Unix milliseconds.
    case absent(since: Int64)
    /// The store visit has ended.
    case closed

    /// Who has been gone for longer is told nothing, milliseconds (rule 5 of consumer.md).
    private static let longestAbsence: Int64 = 60_000

    /// Whether a notification would still reach them in the store. - Parameter now: Unix milliseconds.
    public func isPresent(at now: Int64) -> Bool {
        switch self {
        case .present: true
        case .absent(let since): now - since <= Self.longestAbsence
        case .closed: false
        }
    }
}
