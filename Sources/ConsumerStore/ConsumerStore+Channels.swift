public import Engagement
import SQL

/// By which channel sends go.
extension ConsumerStore {
    /// The send is about to be tried by the channel. - Returns: `false`: it is gone, with the person it was for.
    public func began(_ id: String, on channel: Channel) throws(StoreError) -> Bool {
        let send = try database.first(
            """
            INSERT INTO attempts (send, channel) SELECT id, ? FROM sends WHERE id = ?
            ON CONFLICT (send) DO UPDATE SET channel = excluded.channel RETURNING send
            """, .text(channel.description), .text(id)
        ) { row in row.text(0) ?? "" }
        return send != nil
    }

    /// `false`: the send is gone, with the person it was for.
    public func keeps(_ id: String) throws(StoreError) -> Bool {
        try database.first("SELECT 1 FROM sends WHERE id = ?", .text(id)) { _ in true } ?? false
    }

    /// The channel that it was last tried by; `nil`: it never was.
    public func channel(of id: String) throws(StoreError) -> Channel? {
        try database.first("SELECT channel FROM attempts WHERE send = ?", .text(id)) { row in
            row.text(0) ?? ""
        }.flatMap { Channel($0) }
    }
}

/// What the retailer's engine has still to hear.
extension ConsumerStore {
    /// Keeps the engine's name for the answer that a send came from.
    public func note(recommendation: String, of id: String) throws(StoreError) {
        try database.run("UPDATE sends SET recommendation = ? WHERE id = ?", .text(recommendation), .text(id))
    }

    /// What was sent and what was done with it, of which the engine has not heard yet: the oldest first, at most
    /// `limit`.
    public func unheard(limit: Int) throws(StoreError) -> [EngineFeedback] {
        let shown = try database.all(
            """
            SELECT id, user_id, item, recommendation, at FROM sends WHERE state = 'sent' AND is_heard = 0
            ORDER BY at, id LIMIT ?
            """, .integer(limit)
        ) { row in
            EngineFeedback(
                id: Self.shown + (row.text(0) ?? ""), kind: .shown, user: row.text(1) ?? "", item: row.text(2),
                recommendation: row.text(3), at: row.integer(4))
        }
        let said = try database.all(
            """
            SELECT f.id, f.person, f.item, s.recommendation, f.at, f.kind, f.stars FROM feedback AS f
            LEFT JOIN sends AS s ON s.id = f.send WHERE f.is_heard = 0 ORDER BY f.at, f.id LIMIT ?
            """, .integer(limit)
        ) { row -> EngineFeedback? in
            let stars = row.integer(ifPresent: 6).flatMap(Int.init(exactly:))
            guard let kind = Feedback.Kind(name: row.text(5) ?? "", stars: stars) else { return nil }
            return EngineFeedback(
                id: row.text(0) ?? "", kind: EngineFeedback.Kind(kind), user: row.text(1) ?? "", item: row.text(2),
                value: stars.map(Double.init), recommendation: row.text(3), at: row.integer(4))
        }
        return Array((shown + said.compactMap(\.self)).sorted { $0.at < $1.at }.prefix(limit))
    }

    /// The engine has it.
    public func heard(_ events: [EngineFeedback]) throws(StoreError) {
        for event in events {
            if event.kind == .shown {
                let send = String(event.id.dropFirst(Self.shown.count))
                try database.run("UPDATE sends SET is_heard = 1 WHERE id = ?", .text(send))
            } else {
                try database.run("UPDATE feedback SET is_heard = 1 WHERE id = ?", .text(event.id))
            }
        }
    }

    private static let shown = "shown:"

    /// The engine among those that are to forget somebody: no gateway is named so.
    public static var engine: String { "recommender" }

    /// Whom the engine has had to forget for longest. - Returns: the visitor, and what `confirmForget` is told.
    public func nextEngineForget() throws(StoreError) -> (user: String, id: String)? {
        try database.first(
            "SELECT beacon, id FROM forgets WHERE gateway = ? AND beacon IS NOT NULL ORDER BY at, id LIMIT 1",
            .text(Self.engine)
        ) { row in (row.text(0) ?? "", row.text(1) ?? "") }
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
