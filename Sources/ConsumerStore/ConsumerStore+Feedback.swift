public import Engagement
import SQL

extension ConsumerStore {
    /// Keeps what a shopper did; a repeat by its id changes nothing.
    public func record(_ feedback: Feedback) throws(StoreError) {
        try database.run(
            """
            INSERT INTO feedback (id, person, item, send, kind, stars, at) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """, .text(feedback.id), .text(feedback.user), .text(orNull: feedback.item),
            .text(orNull: feedback.notification), .text(feedback.kind.name),
            .integer(orNull: feedback.kind.stars.map(Int64.init)), .integer(feedback.at))
    }

    /// What the user did after `time` (Unix milliseconds), oldest first.
    public func feedback(of user: String, after time: Int64) throws(StoreError) -> [Feedback] {
        let found = try database.all(
            "SELECT id, item, send, kind, stars, at FROM feedback WHERE person = ? AND at > ? ORDER BY at, id",
            .text(user), .integer(time)
        ) { row -> Feedback? in
            let stars = row.integer(ifPresent: 4).flatMap(Int.init(exactly:))
            guard let id = row.text(0), let kind = Feedback.Kind(name: row.text(3) ?? "", stars: stars) else {
                return nil
            }
            return Feedback(
                id: id, user: user, item: row.text(1), notification: row.text(2), kind: kind, at: row.integer(5))
        }
        return found.compactMap(\.self)
    }
}
