/// What one table has of one person.
public struct PersonRecords: Hashable, Sendable {
    public let table: String
    /// Of each row the columns that are not null, as text, in their order.
    public let rows: [[Field]]

    public struct Field: Hashable, Sendable {
        public let name: String
        public let value: String
    }
}
