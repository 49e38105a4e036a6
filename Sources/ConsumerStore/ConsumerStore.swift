public import Beacons
public import Engagement
import SQL

/// What the consumer must not forget: handled events, open store visits, sends with their caps, decisions.
///
/// Every call is one statement or a few; what belongs together is put into one `transaction`.
public struct ConsumerStore: ~Copyable {
    /// The most decisions kept.
    private static let decisions: Int64 = 100_000

    /// Places under the cap of a visit are kept so long.
    private static let longestVisit = Duration.seconds(30 * 86_400)

    let database: any Database
    private let watermarks: Watermarks
    /// Where a damaged file of before was put.
    public let damagedFile: String?

    /// Opens or makes an SQLite file. A damaged one is set aside under a name of its own, and a new one made.
    ///
    /// - Parameters:
    ///   - now: Unix milliseconds.
    ///   - isShared: the file may be open already: it is not looked over, and stays where it is.
    public init(path: String, now: Int64, isShared: Bool = false) throws(StoreError) {
        let file = try SQLiteDatabase(path: path, now: now, isShared: isShared)
        try self.init(file, damagedFile: file.damagedFile)
    }

    /// Opens a PostgreSQL database, and makes its tables where they are missing.
    ///
    /// - Parameters:
    ///   - url: `postgresql://USER@HOST[:PORT]/DATABASE[?…]`.
    ///   - holder: how the other consumers see us.
    public init(url: String, password: String?, holder: String) throws(StoreError) {
        try self.init(PostgreSQLDatabase(url: url, password: password, holder: holder), damagedFile: nil)
    }

    private init(_ database: any Database, damagedFile: String?) throws(StoreError) {
        try database.migrate(Schema.steps)
        try Self.takeOverMessages(in: database)
        self.database = database
        watermarks = Watermarks()
        self.damagedFile = damagedFile
    }

    /// The file, or the server and its database: for people.
    public var place: String { database.place }

    /// All of the body's changes or, if it throws, none; on disk when this returns. Where another consumer is in the way
    /// the body runs again, from its beginning.
    public func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        defer { watermarks.forget(isInTransaction: false) }
        try database.transaction { () throws(StoreError) in
            watermarks.forget(isInTransaction: true)
            try body()
            try watermarks.write(in: database)
        }
    }

    // MARK: - Events

    /// Marks an event as handled; `false` where it was already. - Parameter now: Unix milliseconds.
    public func isNew(source: String, epoch: String, seq: UInt64, at now: Int64) throws(StoreError) -> Bool {
        let inbox = Inbox(id: .init(source: source, epoch: epoch), watermarks: watermarks)
        return try inbox.isNew(Int64(clamping: seq), at: now, in: database)
    }

    /// Marks events that their gateway has lost as handled. - Parameter now: Unix milliseconds.
    public func skip(
        source: String, epoch: String, from: UInt64, to: UInt64, at now: Int64
    ) throws(StoreError) {
        guard from <= to else { return }
        let inbox = Inbox(id: .init(source: source, epoch: epoch), watermarks: watermarks)
        try inbox.skip(Int64(clamping: from)...Int64(clamping: to), at: now, in: database)
    }

    /// The number up to which every event of the source is handled, or known to be lost.
    public func handled(source: String, epoch: String) throws(StoreError) -> UInt64? {
        let inbox = Inbox(id: .init(source: source, epoch: epoch), watermarks: watermarks)
        return try inbox.handled(in: database).map { UInt64(clamping: $0) }
    }

    // MARK: - Visits

    public func visits(at site: String) throws(StoreError) -> [StoreVisit] {
        let visits = try database.all(
            "SELECT beacon, id, since, last_present, zone, zone_since, key_id FROM visits WHERE site = ? ORDER BY beacon",
            .text(site)
        ) { row -> StoreVisit? in
            guard let beacon = row.text(0).flatMap({ BeaconIdentity($0) }), let id = row.text(1) else { return nil }
            return StoreVisit(
                beacon: beacon, keyID: row.text(6), id: id, since: row.integer(2), lastPresent: row.integer(3),
                zone: row.text(4), zoneSince: row.integer(5))
        }
        return visits.compactMap(\.self)
    }

    public func save(_ visit: StoreVisit, at site: String) throws(StoreError) {
        try database.run(
            """
            INSERT INTO visits (site, beacon, id, since, last_present, zone, zone_since, key_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (site, beacon) DO UPDATE SET id = excluded.id, since = excluded.since,
                last_present = excluded.last_present, zone = excluded.zone, zone_since = excluded.zone_since,
                key_id = excluded.key_id
            """, .text(site), .text(visit.beacon.description), .text(visit.id), .integer(visit.since),
            .integer(visit.lastPresent), .text(orNull: visit.zone), .integer(visit.zoneSince),
            .text(orNull: visit.keyID))
    }

    public func end(_ beacon: BeaconIdentity, at site: String) throws(StoreError) {
        try database.run("DELETE FROM visits WHERE site = ? AND beacon = ?", .text(site), .text(beacon.description))
    }

    // MARK: - Sends

    /// What the user was sent, or may have been, after `time` (Unix milliseconds).
    public func sends(of user: String, after time: Int64) throws(StoreError) -> [PastSend] {
        try database.all(
            "SELECT at, visit, item FROM sends WHERE user_id = ? AND at > ?", .text(user), .integer(time)
        ) { row in
            PastSend(at: row.integer(0), visit: row.text(1) ?? "", item: row.text(2) ?? "")
        }
    }

    /// Takes a place under every cap and keeps what is to be sent. Where a cap has no place left nothing is kept, and
    /// the cap is the answer.
    public func reserve(
        _ send: Reservation, under rules: RuleConfiguration
    ) throws(StoreError) -> Suppression? {
        let user = SQLValue.text(send.user)
        try database.run("DELETE FROM caps WHERE user_id = ? AND until <= ?", user, .integer(send.at))
        try database.run(
            """
            INSERT INTO sends (id, user_id, site, visit, item, at, expires_at, payload, state)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'reserved')
            """, .text(send.id), user, .text(send.site), .text(send.visit), .text(send.item), .integer(send.at),
            .integer(send.expiresAt), .blob(send.payload))
        let windows = rules.userCaps.map { ("\($0.within)", $0.within, $0.most, Suppression.userCap) }
        let visit = ("visit \(send.visit)", Self.longestVisit, rules.visitCap, Suppression.visitCap)
        for (scope, within, most, suppression) in [visit] + windows {
            let until = SQLValue.integer(send.at + within.components.seconds * 1000)
            var isTaken = false
            for place in 0..<max(most, 0) where !isTaken {
                let taken = try database.first(
                    """
                    INSERT INTO caps (user_id, scope, place, until, send) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT DO NOTHING RETURNING place
                    """, user, .text(scope), .integer(place), until, .text(send.id)
                ) { row in row.integer(0) }
                isTaken = taken != nil
            }
            guard isTaken else {
                try release(send.id)
                return suppression
            }
        }
        return nil
    }

    /// The channel has taken it.
    public func confirm(_ id: String) throws(StoreError) {
        try database.run("UPDATE sends SET state = 'sent' WHERE id = ?", .text(id))
    }

    /// It was not sent, and counts for nothing.
    public func release(_ id: String) throws(StoreError) {
        try database.run("DELETE FROM sends WHERE id = ?", .text(id))
    }

    /// What was reserved and not confirmed, and has not expired. - Parameter now: Unix milliseconds.
    public func reserved(at now: Int64) throws(StoreError) -> [Reservation] {
        try database.all(
            """
            SELECT id, user_id, visit, item, at, expires_at, payload, site FROM sends
            WHERE state = 'reserved' AND expires_at > ? ORDER BY at, id
            """, .integer(now)
        ) { row in
            Reservation(
                id: row.text(0) ?? "", user: row.text(1) ?? "", site: row.text(7) ?? "", visit: row.text(2) ?? "",
                item: row.text(3) ?? "", at: row.integer(4), expiresAt: row.integer(5), payload: row.blob(6))
        }
    }

    // MARK: - Decisions

    /// Keeps a decision about someone we know. - Parameter send: the notification's id.
    public func record(
        _ decision: Decision, _ opportunity: Opportunity, site: String, send: String?, at now: Int64
    ) throws(StoreError) {
        guard let user = decision.user else { return }
        let number = try database.first(
            """
            INSERT INTO decisions (at, user_id, site, zone, visit, trigger, reason, send, findings, dwell)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number
            """, .integer(now), .text(user), .text(site), .text(orNull: opportunity.zone), .text(opportunity.visit),
            .text(opportunity.trigger.rawValue), .text(orNull: decision.suppression?.rawValue), .text(orNull: send),
            .text(String(decoding: decision.explanation, as: UTF8.self)), .integer(opportunity.dwell)
        ) { row in row.integer(0) }
        if let number {
            try database.run("DELETE FROM decisions WHERE number <= ?", .integer(number - Self.decisions))
        }
    }
}
