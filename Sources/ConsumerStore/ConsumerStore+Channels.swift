public import Engagement
public import SQLite

/// By which channel sends go.
extension ConsumerStore {
    /// The send is about to be tried by the channel.
    public func began(_ id: String, on channel: Channel) throws(SQLiteError) {
        try connection.run(
            """
            INSERT INTO attempts (send, channel) VALUES (?, ?)
            ON CONFLICT (send) DO UPDATE SET channel = excluded.channel
            """, .text(id), .text(channel.description))
    }

    /// The channel that it was last tried by; `nil`: it never was.
    public func channel(of id: String) throws(SQLiteError) -> Channel? {
        try connection.first("SELECT channel FROM attempts WHERE send = ?", .text(id)) { row throws(SQLiteError) in
            row.text(0) ?? ""
        }.flatMap { Channel($0) }
    }
}

/// What the retailer's engine has still to hear.
extension ConsumerStore {
    /// Keeps the engine's name for the answer that a send came from.
    public func note(recommendation: String, of id: String) throws(SQLiteError) {
        try connection.run("UPDATE sends SET recommendation = ? WHERE id = ?", .text(recommendation), .text(id))
    }

    /// What was sent and what was done with it, of which the engine has not heard yet: the oldest first, at most
    /// `limit`.
    public func unheard(limit: Int) throws(SQLiteError) -> [EngineFeedback] {
        let shown = try connection.all(
            """
            SELECT id, user, item, recommendation, at FROM sends WHERE state = 'sent' AND is_heard = 0
            ORDER BY at, id LIMIT ?
            """, .integer(limit)
        ) { row throws(SQLiteError) in
            EngineFeedback(
                id: Self.shown + (row.text(0) ?? ""), kind: .shown, user: row.text(1) ?? "", item: row.text(2),
                recommendation: row.text(3), at: row.integer(4))
        }
        let said = try connection.all(
            """
            SELECT f.id, f.person, f.item, s.recommendation, f.at, f.kind, f.stars FROM feedback AS f
            LEFT JOIN sends AS s ON s.id = f.send WHERE f.is_heard = 0 ORDER BY f.at, f.id LIMIT ?
            """, .integer(limit)
        ) { row throws(SQLiteError) -> EngineFeedback? in
            let stars = row.integer(ifPresent: 6).flatMap(Int.init(exactly:))
            guard let kind = Feedback.Kind(name: row.text(5) ?? "", stars: stars) else { return nil }
            return EngineFeedback(
                id: row.text(0) ?? "", kind: EngineFeedback.Kind(kind), user: row.text(1) ?? "", item: row.text(2),
                value: stars.map(Double.init), recommendation: row.text(3), at: row.integer(4))
        }
        return Array((shown + said.compactMap(\.self)).sorted { $0.at < $1.at }.prefix(limit))
    }

    /// The engine has it.
    public func heard(_ events: [EngineFeedback]) throws(SQLiteError) {
        for event in events {
            if event.kind == .shown {
                let send = String(event.id.dropFirst(Self.shown.count))
                try connection.run("UPDATE sends SET is_heard = 1 WHERE id = ?", .text(send))
            } else {
                try connection.run("UPDATE feedback SET is_heard = 1 WHERE id = ?", .text(event.id))
            }
        }
    }

    private static let shown = "shown:"

    /// The engine among those that are to forget somebody: no gateway is named so.
    public static var engine: String { "recommender" }

    /// Whom the engine has had to forget for longest. - Returns: the visitor, and what `confirmForget` is told.
    public func nextEngineForget() throws(SQLiteError) -> (user: String, id: String)? {
        try connection.first(
            "SELECT beacon, id FROM forgets WHERE gateway = ? AND beacon IS NOT NULL ORDER BY at, id LIMIT 1",
            .text(Self.engine)
        ) { row throws(SQLiteError) in (row.text(0) ?? "", row.text(1) ?? "") }
    }
}

extension EngineFeedback.Kind {
    fileprivate init(_ kind: Feedback.Kind) {
        switch kind {
        case .opened: self = .opened
        case .dismissed: self = .dismissed
        case .bought: self = .purchased
        case .rated: self = .rated
        case .optedOut: self = .optedOut
        }
    }
}
