public import Beacons
public import Engagement
import Glibc
public import SQLite

/// What the consumer must not forget: handled events, open store visits, sends with their caps, decisions.
///
/// Every call is one statement or a few; what belongs together is put into one `transaction`.
public struct ConsumerStore: ~Copyable {
    /// The most decisions kept.
    private static let decisions: Int64 = 100_000

    /// Places under the cap of a visit are kept so long.
    private static let longestVisit = Duration.seconds(30 * 86_400)

    let connection: SQLiteConnection
    /// Where a damaged file of before was put.
    public let damagedFile: String?

    /// Opens or makes the file. A damaged one is set aside under a name of its own, and a new one made.
    ///
    /// - Parameters:
    ///   - now: Unix milliseconds.
    ///   - isShared: the file may be open already: it is not looked over, and stays where it is.
    public init(path: String, now: Int64, isShared: Bool = false) throws(SQLiteError) {
        let damagedFile = isShared ? nil : try Self.setAside(path, now)
        let connection = try SQLiteConnection(path: path)
        try connection.execute("PRAGMA secure_delete=ON")
        try connection.migrate(Schema.steps)
        self.damagedFile = damagedFile
        self.connection = connection
    }

    /// The new name of the file, if it is damaged.
    private static func setAside(_ path: String, _ now: Int64) throws(SQLiteError) -> String? {
        do throws(SQLiteError) {
            try SQLiteConnection(path: path).check()
            return nil
        } catch {
            guard error.isCorrupt else { throw error }
            let aside = "\(path).corrupt-\(now)"
            for suffix in ["", "-wal", "-shm"] { rename(path + suffix, aside + suffix) }
            return aside
        }
    }

    /// All of the body's changes or, if it throws, none; on disk when this returns.
    public func transaction(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        try connection.transaction(body)
    }

    // MARK: - Events

    /// Marks an event as handled; `false` where it was already. - Parameter now: Unix milliseconds.
    public func isNew(source: String, epoch: String, seq: UInt64, at now: Int64) throws(SQLiteError) -> Bool {
        let inbox = Inbox(source: .text(source), epoch: .text(epoch))
        return try inbox.isNew(Int64(clamping: seq), at: now, in: connection)
    }

    /// Marks events that their gateway has lost as handled. - Parameter now: Unix milliseconds.
    public func skip(
        source: String, epoch: String, from: UInt64, to: UInt64, at now: Int64
    ) throws(SQLiteError) {
        guard from <= to else { return }
        let inbox = Inbox(source: .text(source), epoch: .text(epoch))
        try inbox.skip(Int64(clamping: from)...Int64(clamping: to), at: now, in: connection)
    }

    /// The number up to which every event of the source is handled, or known to be lost.
    public func handled(source: String, epoch: String) throws(SQLiteError) -> UInt64? {
        let inbox = Inbox(source: .text(source), epoch: .text(epoch))
        return try inbox.handled(in: connection).map { UInt64(clamping: $0) }
    }

    // MARK: - Visits

    public func visits(at site: String) throws(SQLiteError) -> [StoreVisit] {
        let visits = try connection.all(
            "SELECT beacon, id, since, last_present, zone, zone_since FROM visits WHERE site = ? ORDER BY beacon",
            .text(site)
        ) { row throws(SQLiteError) -> StoreVisit? in
            guard let beacon = row.text(0).flatMap({ BeaconIdentity($0) }), let id = row.text(1) else { return nil }
            return StoreVisit(
                beacon: beacon, id: id, since: row.integer(2), lastPresent: row.integer(3), zone: row.text(4),
                zoneSince: row.integer(5))
        }
        return visits.compactMap(\.self)
    }

    public func save(_ visit: StoreVisit, at site: String) throws(SQLiteError) {
        try connection.run(
            """
            INSERT INTO visits (site, beacon, id, since, last_present, zone, zone_since) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (site, beacon) DO UPDATE SET id = excluded.id, since = excluded.since,
                last_present = excluded.last_present, zone = excluded.zone, zone_since = excluded.zone_since
            """, .text(site), .text(visit.beacon.description), .text(visit.id), .integer(visit.since),
            .integer(visit.lastPresent), .text(orNull: visit.zone), .integer(visit.zoneSince))
    }

    public func end(_ beacon: BeaconIdentity, at site: String) throws(SQLiteError) {
        try connection.run("DELETE FROM visits WHERE site = ? AND beacon = ?", .text(site), .text(beacon.description))
    }

    // MARK: - Sends

    /// What the user was sent, or may have been, after `time` (Unix milliseconds).
    public func sends(of user: String, after time: Int64) throws(SQLiteError) -> [PastSend] {
        try connection.all(
            "SELECT at, visit, item FROM sends WHERE user = ? AND at > ?", .text(user), .integer(time)
        ) { row throws(SQLiteError) in
            PastSend(at: row.integer(0), visit: row.text(1) ?? "", item: row.text(2) ?? "")
        }
    }

    /// Takes a place under every cap and keeps what is to be sent. Where a cap has no place left nothing is kept, and
    /// the cap is the answer.
    public func reserve(
        _ send: Reservation, under rules: RuleConfiguration
    ) throws(SQLiteError) -> Suppression? {
        let user = SQLiteValue.text(send.user)
        try connection.run("DELETE FROM caps WHERE user = ? AND until <= ?", user, .integer(send.at))
        try connection.run(
            """
            INSERT INTO sends (id, user, site, visit, item, at, expires_at, payload, state)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'reserved')
            """, .text(send.id), user, .text(send.site), .text(send.visit), .text(send.item), .integer(send.at),
            .integer(send.expiresAt), .blob(send.payload))
        let windows = rules.userCaps.map { ("\($0.within)", $0.within, $0.most, Suppression.userCap) }
        let visit = ("visit \(send.visit)", Self.longestVisit, rules.visitCap, Suppression.visitCap)
        for (scope, within, most, suppression) in [visit] + windows {
            let until = SQLiteValue.integer(send.at + within.components.seconds * 1000)
            var isTaken = false
            for place in 0..<max(most, 0) where !isTaken {
                let taken = try connection.first(
                    """
                    INSERT INTO caps (user, scope, place, until, send) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT DO NOTHING RETURNING place
                    """, user, .text(scope), .integer(place), until, .text(send.id)
                ) { row throws(SQLiteError) in row.integer(0) }
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
    public func confirm(_ id: String) throws(SQLiteError) {
        try connection.run("UPDATE sends SET state = 'sent' WHERE id = ?", .text(id))
    }

    /// It was not sent, and counts for nothing.
    public func release(_ id: String) throws(SQLiteError) {
        try connection.run("DELETE FROM sends WHERE id = ?", .text(id))
    }

    /// What was reserved and not confirmed, and has not expired. - Parameter now: Unix milliseconds.
    public func reserved(at now: Int64) throws(SQLiteError) -> [Reservation] {
        try connection.all(
            """
            SELECT id, user, visit, item, at, expires_at, payload, site FROM sends
            WHERE state = 'reserved' AND expires_at > ? ORDER BY at, id
            """, .integer(now)
        ) { row throws(SQLiteError) in
            Reservation(
                id: row.text(0) ?? "", user: row.text(1) ?? "", site: row.text(7) ?? "", visit: row.text(2) ?? "",
                item: row.text(3) ?? "", at: row.integer(4), expiresAt: row.integer(5), payload: row.blob(6))
        }
    }

    // MARK: - Decisions

    /// Keeps a decision about someone we know. - Parameter send: the notification's id.
    public func record(
        _ decision: Decision, _ opportunity: Opportunity, site: String, send: String?, at now: Int64
    ) throws(SQLiteError) {
        guard let user = decision.user else { return }
        let number = try connection.first(
            """
            INSERT INTO decisions (at, user, site, zone, visit, trigger, reason, send, findings, dwell)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number
            """, .integer(now), .text(user), .text(site), .text(orNull: opportunity.zone), .text(opportunity.visit),
            .text(opportunity.trigger.rawValue), .text(orNull: decision.suppression?.rawValue), .text(orNull: send),
            .text(String(decoding: decision.explanation, as: UTF8.self)), .integer(opportunity.dwell)
        ) { row throws(SQLiteError) in row.integer(0) }
        if let number {
            try connection.run("DELETE FROM decisions WHERE number <= ?", .integer(number - Self.decisions))
        }
    }
}
