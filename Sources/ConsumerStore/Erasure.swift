/// What was erased of one person.
public struct Erasure: Hashable, Sendable {
    /// What stood for them in the audit log; nothing leads from there to them any more.
    public let alias: String
    /// Rows by table, where there were any.
    public let rows: [String: Int]
}
