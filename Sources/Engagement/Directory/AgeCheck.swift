/// Proof that a visitor is old enough. The date of birth is never kept.
public struct AgeCheck: Hashable, Sendable {
    /// The age in years that was proved; the visitor may be older.
    public var atLeast: Int
    /// Where it was proved: two capital letters of ISO 3166-1.
    public var country: String
    /// How: `id_card`, `bank`, `till` ….
    public var method: String
    /// When, Unix milliseconds.
    public var at: Int64?

    public init(atLeast: Int, country: String, method: String, at: Int64? = nil) {
        self.atLeast = atLeast
        self.country = country
        self.method = method
        self.at = at
    }
}
