import Beacons
import Messages
import Presence
import SQL
import SQLite

/// Rows of the table `outbox`.
extension OutboxRow {
    static let columns = """
        seq, kind, boot, monotonic, wall, synced, region, beacon, visit, number, reason, span, level, measured_power, \
        distance, proximity, sightings, first_seen, last_seen, uncertainty, simulated, from_seq, \
        key_id
        """

    func insert(into connection: borrowing SQLiteConnection) throws(SQLiteError) {
        switch content {
        case .event(let event): try insert(event, connection)
        case .lost(let lost): try insert(lost, connection)
        }
    }

    private func insert(_ event: GatewayEvent, _ connection: borrowing SQLiteConnection) throws(SQLiteError) {
        var reason: String?
        var span: Int64?
        switch event.kind {
        case .enter(let why): reason = why
        case .exit(let why, let dwell): (reason, span) = (why, dwell)
        case .dwell(let threshold): span = threshold
        case .proximity(let from, let to): reason = "\(from.rawValue) \(to.rawValue)"
        case .tap(let hold): span = hold
        }
        try connection.run(
            "INSERT INTO outbox (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            .integer(seq), .text(event.type.rawValue), .integer(boot), .integer(monotonic), .integer(event.time),
            .integer(event.clockSynced ? 1 : 0), .text(event.region), .text(event.beacon.description),
            .text(event.visit), .integer(Int64(event.number)), .text(orNull: reason), .integer(orNull: span),
            .real(orNull: event.reading.level), .integer(Int64(event.reading.measuredPower)),
            .real(orNull: event.reading.distance), .text(event.reading.proximity.rawValue),
            .integer(Int64(event.sightings)), .integer(event.time.difference(event.firstSeen)),
            .integer(event.time.difference(event.lastSeen)), .integer(orNull: event.lastSeenUncertainty),
            .integer(event.simulated ? 1 : 0), .null, .text(orNull: event.keyID))
    }

    private func insert(_ lost: EventsLost, _ connection: borrowing SQLiteConnection) throws(SQLiteError) {
        try connection.run(
            """
            INSERT INTO outbox (seq, kind, boot, monotonic, wall, reason, span, first_seen, from_seq)
            VALUES (?, 'lost', ?, ?, ?, ?, ?, ?, ?)
            """, .integer(seq), .integer(boot), .integer(monotonic), .integer(lost.last), .text(lost.reason),
            .integer(Int64(clamping: lost.count)), .integer(lost.last.difference(lost.first)),
            .integer(Int64(clamping: lost.from)))
    }

    /// Reads the row that was selected by `columns`. One that says nothing sensible is a lost event.
    init(_ row: borrowing SQLiteRow, of gateway: GatewayID, epoch: String) {
        let seq = row.integer(0)
        let content: Content
        if row.text(1) != "lost", let event = Self.event(row, of: gateway, epoch: epoch) {
            content = .event(event)
        } else {
            content = .lost(
                EventsLost(
                    gateway: gateway, epoch: epoch, from: UInt64(clamping: row.integer(ifPresent: 21) ?? seq),
                    to: UInt64(clamping: seq), count: UInt64(clamping: row.integer(ifPresent: 11) ?? 1),
                    first: row.integer(4).difference(row.integer(17)), last: row.integer(4),
                    reason: row.text(10) ?? EventsLost.corrupt))
        }
        self.init(seq: seq, content: content, boot: row.integer(2), monotonic: row.integer(3))
    }

    private static func event(
        _ row: borrowing SQLiteRow, of gateway: GatewayID, epoch: String
    ) -> GatewayEvent? {
        guard let kind = kind(row), let region = row.text(6), let beacon = row.text(7).flatMap({ BeaconIdentity($0) }),
            let visit = row.text(8), let number = UInt32(exactly: row.integer(9)),
            let power = Int8(exactly: row.integer(13)), let sightings = UInt32(exactly: row.integer(16)),
            let proximity = row.text(15).flatMap(Proximity.init(rawValue:)), let seq = UInt64(exactly: row.integer(0))
        else { return nil }
        let time = row.integer(4)
        return GatewayEvent(
            id: EventID(gateway: gateway, epoch: epoch, seq: seq), kind: kind, region: region, beacon: beacon,
            keyID: row.text(22), visit: visit, number: number,
            reading: Reading(level: row.real(12), measuredPower: power, distance: row.real(14), proximity: proximity),
            sightings: sightings, time: time, firstSeen: time.difference(row.integer(17)),
            lastSeen: time.difference(row.integer(18)), lastSeenUncertainty: row.integer(ifPresent: 19),
            clockSynced: row.integer(5) != 0, replayed: false, simulated: row.integer(20) != 0)
    }

    private static func kind(_ row: borrowing SQLiteRow) -> GatewayEvent.Kind? {
        let (reason, span) = (row.text(10) ?? "", row.integer(11))
        switch row.text(1).flatMap(Topic.EventType.init(rawValue:)) {
        case .enter: return .enter(reason: reason)
        case .exit: return .exit(reason: reason, dwell: span)
        case .dwell: return .dwell(threshold: span)
        case .tap: return .tap(hold: span)
        case .proximity:
            let words = reason.split(separator: " ").compactMap { Proximity(rawValue: String($0)) }
            return words.count == 2 ? .proximity(from: words[0], to: words[1]) : nil
        case nil: return nil
        }
    }
}

extension EventsLost {
    /// The reasons that an outbox gives.
    static let overflow = "overflow"
    static let expired = "expired"
    static let refused = "refused"
    static let corrupt = "store_corrupt"
    static let dropped = "dropped"
    static let erased = "erased"
}
