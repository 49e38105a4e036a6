/// A table with rows about persons, beside their own of the directory: what is exported of them and what is erased.
struct PersonTable {
    /// How a row says whose it is.
    enum Owner {
        /// A column with the visitor's id.
        case visitor(String)
        /// A column with a beacon of theirs.
        case beacon(String)
    }

    let name: String
    let owner: Owner
    /// Those that are exported.
    let columns: [String]

    /// Every one that there is. A test looks for a person in all tables of the file after erasing them.
    static let all = [
        PersonTable(
            name: "decisions", owner: .visitor("user_id"),
            columns: ["at", "site", "zone", "visit", "trigger", "reason", "send", "findings"]),
        // The places under the caps go with it.
        PersonTable(
            name: "sends", owner: .visitor("user_id"),
            columns: ["id", "visit", "item", "at", "expires_at", "state", "payload"]),
        PersonTable(
            name: "feedback", owner: .visitor("person"), columns: ["id", "item", "send", "kind", "stars", "at"]),
        PersonTable(name: "tokens", owner: .visitor("person"), columns: ["id", "scope", "created", "expires"]),
        PersonTable(name: "rests", owner: .visitor("person"), columns: ["until"]),
        PersonTable(
            name: "visits", owner: .beacon("beacon"), columns: ["beacon", "site", "id", "since", "last_present"]),
        PersonTable(
            name: "site_visits", owner: .beacon("beacon"),
            columns: ["at", "type", "site", "zone", "from_zone", "visit", "since", "dwell", "reason"]),
        PersonTable(name: "long_stays", owner: .beacon("beacon"), columns: ["beacon", "visit", "at"]),
        PersonTable(name: "opt_outs", owner: .beacon("beacon"), columns: ["beacon", "at"]),
    ]

    /// Columns of bytes, which are text.
    private static let bytes: Set = ["payload"]

    /// A row of `columns`.
    func fields(_ row: borrowing StoreRow) -> [PersonRecords.Field] {
        var fields: [PersonRecords.Field] = []
        for (index, name) in columns.enumerated() {
            guard let text = row.text(Int32(index)) else { continue }
            let value = Self.bytes.contains(name) ? String(decoding: row.blob(Int32(index)), as: UTF8.self) : text
            fields.append(.init(name: name, value: value))
        }
        return fields
    }

    /// The values of the owner's column that mean the person.
    func keys(visitor: String, beacons: [String]) -> (column: String, values: [String]) {
        switch owner {
        case .visitor(let column): (column, [visitor])
        case .beacon(let column): (column, beacons)
        }
    }
}
