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
            name: "decisions", owner: .visitor("user"),
            columns: ["at", "site", "zone", "visit", "trigger", "reason", "send", "findings"]),
        // The places under the caps go with it.
        PersonTable(
            name: "sends", owner: .visitor("user"),
            columns: ["id", "visit", "item", "at", "expires_at", "state", "payload"]),
        PersonTable(
            name: "feedback", owner: .visitor("person"), columns: ["id", "item", "send", "kind", "stars", "at"]),
        PersonTable(name: "tokens", owner: .visitor("person"), columns: ["id", "scope", "created", "expires"]),
        PersonTable(name: "rests", owner: .visitor("person"), columns: ["until"]),
        PersonTable(
            name: "visits", owner: .beacon("beacon"), columns: ["beacon", "site", "id", "since", "last_present"]),
        PersonTable(
            name: "feedback", owner: .visitor("person"), columns: ["id", "item", "send", "kind", "stars", "at"]),
        PersonTable(name: "site_events", owner: .beacon("beacon"), columns: ["topic", "payload"]),
        PersonTable(name: "long_stays", owner: .beacon("beacon"), columns: ["beacon", "visit", "at"]),
    ]

    /// The values of the owner's column that mean the person.
    func keys(visitor: String, beacons: [String]) -> (column: String, values: [String]) {
        switch owner {
        case .visitor(let column): (column, [visitor])
        case .beacon(let column): (column, beacons)
        }
    }
}
