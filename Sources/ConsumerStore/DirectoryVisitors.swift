import Beacons
public import Engagement
import Hashing
import SQL

extension ConsumerStore {
    /// Adds a visitor, or keeps what they are now.
    public func save(_ visitor: Visitor) throws(StoreError) {
        try database.transaction { () throws(StoreError) in
            try forgetDetails(of: visitor.id)
            try write(visitor)
            try directoryHasChanged()
        }
    }

    /// What stands for each visitor in the audit log.
    public func aliases() throws(StoreError) -> [String: String] {
        let pairs = try database.all("SELECT id, alias FROM visitors") { row in
            (row.text(0) ?? "", row.text(1) ?? "")
        }
        return Dictionary(pairs) { first, _ in first }
    }

    // MARK: - Writing

    func forgetDetails(of visitor: String) throws(StoreError) {
        for table in ["beacons", "consents", "channels", "tastes", "ratings"] {
            try database.run("DELETE FROM visitor_\(table) WHERE visitor = ?", .text(visitor))
        }
    }

    /// Their details must not be there yet.
    func write(_ visitor: Visitor) throws(StoreError) {
        let (id, check) = (visitor.id, visitor.ageCheck)
        try database.run(
            """
            INSERT INTO visitors (id, alias, locale, age_at_least, age_country, age_method, age_at)
            VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
                locale = excluded.locale, age_at_least = excluded.age_at_least, age_country = excluded.age_country,
                age_method = excluded.age_method, age_at = excluded.age_at
            """, .text(id), .text(Base64.url.text(RandomBytes.make(16))), .text(visitor.locale),
            .integer(orNull: check.map { Int64($0.atLeast) }), .text(orNull: check?.country),
            .text(orNull: check?.method), .integer(orNull: check?.at))
        for (rank, beacon) in visitor.beacons.enumerated() {
            try database.run(
                "INSERT INTO visitor_beacons (beacon, visitor, rank) VALUES (?, ?, ?)", .text("\(beacon)"), .text(id),
                .integer(rank))
        }
        for (purpose, consent) in visitor.consents {
            try database.run(
                """
                INSERT INTO visitor_consents (visitor, purpose, state, version, text_hash, at, source)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, .text(id), .text(purpose.rawValue), .text(consent.state.rawValue), .text(orNull: consent.version),
                .text(orNull: consent.textHash), .integer(orNull: consent.at), .text(orNull: consent.source))
        }
        for (rank, channel) in visitor.channels.enumerated() {
            try database.run(
                "INSERT INTO visitor_channels (visitor, rank, channel) VALUES (?, ?, ?)", .text(id), .integer(rank),
                .text("\(channel)"))
        }
        for (kind, preferences) in [("like", visitor.taste.likes), ("dislike", visitor.taste.dislikes)] {
            for (rank, preference) in preferences.enumerated() {
                try database.run(
                    "INSERT INTO visitor_tastes (visitor, kind, rank, features) VALUES (?, ?, ?, ?)", .text(id),
                    .text(kind), .integer(rank), .text("\(preference)"))
            }
        }
        for (item, stars) in visitor.taste.ratings {
            try database.run(
                "INSERT INTO visitor_ratings (visitor, item, stars) VALUES (?, ?, ?)", .text(id), .text(item),
                .real(stars))
        }
    }

    // MARK: - Reading

    /// Who has that id.
    public func visitor(_ id: String) throws(StoreError) -> Visitor? { try visitors(id).first }

    /// What stands for one of them.
    public func alias(of visitor: String) throws(StoreError) -> String? {
        try database.first("SELECT alias FROM visitors WHERE id = ?", .text(visitor)) { row in
            row.text(0) ?? ""
        }
    }

    /// - Parameter only: `nil`: all.
    func visitors(_ only: String? = nil) throws(StoreError) -> [Visitor] {
        var visitors = try all(
            "id, locale, age_at_least, age_country, age_method, age_at", of: "visitors", where: "id", is: only,
            orderedBy: "id"
        ) { row in
            var visitor = Visitor(id: row.text(0) ?? "", locale: row.text(1) ?? "en", channels: [])
            if let years = row.integer(ifPresent: 2), let country = row.text(3), let method = row.text(4) {
                visitor.ageCheck = AgeCheck(
                    atLeast: Int(clamping: years), country: country, method: method, at: row.integer(ifPresent: 5))
            }
            return visitor
        }
        let index = Dictionary(visitors.enumerated().map { ($1.id, $0) }) { first, _ in first }
        for (owner, change) in try details(of: only) {
            if let owner = index[owner] { change(&visitors[owner]) }
        }
        return visitors
    }

    private typealias Detail = (visitor: String, change: (inout Visitor) -> Void)

    /// What of other tables belongs to each visitor, in order. Words that this program does not know are left out.
    private func details(of only: String?) throws(StoreError) -> [Detail] {
        let beacons = try all(
            "visitor, beacon", of: "visitor_beacons", is: only, orderedBy: "visitor, rank"
        ) { row -> Detail? in
            guard let beacon = row.text(1).flatMap({ BeaconIdentity($0) }) else { return nil }
            return (row.text(0) ?? "", { $0.beacons.append(beacon) })
        }
        let consents = try all(
            "visitor, purpose, state, version, text_hash, at, source", of: "visitor_consents", is: only,
            orderedBy: "visitor"
        ) { row -> Detail? in
            guard let purpose = row.text(1).flatMap({ Consent.Purpose(rawValue: $0) }),
                let state = row.text(2).flatMap({ Consent.State(rawValue: $0) })
            else { return nil }
            let consent = Consent(
                state, version: row.text(3), textHash: row.text(4), at: row.integer(ifPresent: 5), source: row.text(6))
            return (row.text(0) ?? "", { $0.consents[purpose] = consent })
        }
        let channels = try all(
            "visitor, channel", of: "visitor_channels", is: only, orderedBy: "visitor, rank"
        ) { row -> Detail? in
            guard let channel = row.text(1).flatMap({ Channel($0) }) else { return nil }
            return (row.text(0) ?? "", { $0.channels.append(channel) })
        }
        let tastes = try all(
            "visitor, kind, features", of: "visitor_tastes", is: only, orderedBy: "visitor, kind, rank"
        ) { row -> Detail? in
            guard let preference = row.text(2).flatMap({ Preference($0) }) else { return nil }
            let path = row.text(1) == "like" ? \Taste.likes : \Taste.dislikes
            return (row.text(0) ?? "", { $0.taste[keyPath: path].append(preference) })
        }
        let ratings = try all(
            "visitor, item, stars", of: "visitor_ratings", is: only, orderedBy: "visitor"
        ) { row -> Detail? in
            let (item, stars) = (row.text(1) ?? "", row.real(2) ?? 0)
            return (row.text(0) ?? "", { $0.taste.ratings[item] = stars })
        }
        return (beacons + consents + channels + tastes + ratings).compactMap(\.self)
    }

    /// The rows of all visitors, or of one.
    private func all<Value>(
        _ columns: String, of table: String, where owner: String = "visitor", is only: String?, orderedBy order: String,
        row: (borrowing StoreRow) -> Value
    ) throws(StoreError) -> [Value] {
        guard let only else { return try database.all("SELECT \(columns) FROM \(table) ORDER BY \(order)", row: row) }
        let sql = "SELECT \(columns) FROM \(table) WHERE \(owner) = ? ORDER BY \(order)"
        return try database.all(sql, .text(only), row: row)
    }
}
