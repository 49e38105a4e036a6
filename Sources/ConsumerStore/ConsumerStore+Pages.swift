import Hashing
import SQL

/// What the shoppers' pages show, and what they change beside the directory.
extension ConsumerStore {
    /// The notification of that id.
    public func told(_ id: String) throws(StoreError) -> ToldItem? {
        try database.first(
            "SELECT id, user_id, item, at, payload FROM sends WHERE id = ?", .text(id), row: Self.toldItem)
    }

    /// What a user was told, the newest first.
    public func told(user: String, atMost count: Int) throws(StoreError) -> [ToldItem] {
        try database.all(
            "SELECT id, user_id, item, at, payload FROM sends WHERE user_id = ? ORDER BY at DESC LIMIT ?", .text(user),
            .integer(count), row: Self.toldItem)
    }

    private static func toldItem(_ row: borrowing StoreRow) -> ToldItem {
        ToldItem(
            id: row.text(0) ?? "", user: row.text(1) ?? "", item: row.text(2) ?? "", at: row.integer(3),
            payload: row.blob(4))
    }

    // MARK: - Rest

    /// Until when the user wants to be left alone, Unix milliseconds; `nil`: they do not.
    public func rest(of user: String, at now: Int64) throws(StoreError) -> Int64? {
        try database.first(
            "SELECT until FROM rests WHERE person = ? AND until > ?", .text(user), .integer(now)
        ) { row in row.integer(0) }
    }

    /// - Parameter until: Unix milliseconds; `nil`: no longer.
    public func rest(_ user: String, until: Int64?) throws(StoreError) {
        guard let until else { return try database.run("DELETE FROM rests WHERE person = ?", .text(user)) }
        try database.run(
            """
            INSERT INTO rests (person, until) VALUES (?, ?) ON CONFLICT (person) DO UPDATE SET until = excluded.until
            """, .text(user), .integer(until))
    }

    // MARK: - Links

    /// What the links of pages are signed with: made when it is first needed, the same for all who use the store.
    /// `nil`: what is there is no such key.
    public func linkKey() throws(StoreError) -> [UInt8]? {
        try database.run(
            "INSERT INTO secrets (name, content) VALUES ('links', ?) ON CONFLICT DO NOTHING",
            .text(Base64.url.text(RandomBytes.make(32))))
        let text = try database.first("SELECT content FROM secrets WHERE name = 'links'") {
            row in row.text(0) ?? ""
        }
        return Base64.url.bytes(text ?? "").flatMap { $0.count == 32 ? $0 : nil }
    }
}
