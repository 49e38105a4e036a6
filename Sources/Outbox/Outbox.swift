import Beacons
public import Messages
public import Presence
public import SQLite

/// The gateway's events until they are confirmed, and its visits: on the disk in one transaction, sent only from there.
///
/// Used by one thread. Numbers are given when an event comes; those of an event that a crash took before its commit are
/// given again, for nobody has heard of them.
public struct Outbox: ~Copyable {
    /// What there is to know of it from outside.
    public struct State: Hashable, Sendable {
        /// Events that are not confirmed.
        public var waiting = 0
        /// Why nothing can be kept now.
        public var fault: String?
    }

    /// How often all visits are written, so that after a crash their last sightings are known this well.
    static let refresh: Duration = .seconds(30)
    /// How long confirmed rows may stay when no event brings a transaction that they could go in.
    private static let idle: Duration = .seconds(5)
    /// The pause after a commit that failed.
    private static let retry: Duration = .seconds(1)
    /// The most events that wait in memory for a disk that takes them.
    private static let mostPending = 20_000
    /// How often the age of the rows is looked at.
    private static let ageCheck: Duration = .seconds(60)
    /// Bytes of SQLite's pages.
    private static let pageSize: Int64 = 4096
    /// Pages that the file may have on a disk that is short of space.
    private static let fewestPages: Int64 = 256

    public let gateway: GatewayID
    /// Part of every event's id: numbers begin anew with it.
    public var epoch: String { store.epoch }
    /// Where a damaged file of before was put.
    public var damagedFile: String? { store.damagedFile }

    let store: OutboxStore
    private let disk: Disk?
    private var rules: OutboxRules
    /// Who confirms, on this connection.
    private var confirmation: OutboxRules.Confirmation
    var queue: SendQueue
    /// The number of the last event.
    private var lastSeq: Int64
    /// Notes of lost events up to here may have been told by a run before.
    private let formerSeq: Int64
    /// Rows on the disk, and those of them that are confirmed and only wait to go.
    var rowCount: Int
    private var settledCount: Int
    private var pending: [OutboxRow]
    private var changed: Set<VisitKey>
    /// When the first of what is pending came.
    private var pendingSince: Instant?
    /// Before it only a full batch or a tap is written.
    private var nextBatch: Instant
    /// Whether somebody waits for what is pending: a phone is held to the receiver.
    private var isUrgent: Bool
    private var deletedUpTo: Int64
    private var confirmedSince: Instant?
    /// What the consumer has confirmed.
    private var acknowledged: Int64
    private var nextRefresh: Instant
    private var nextAgeCheck: Instant
    private var retryAt: Instant?
    private var isShort: Bool
    var fault: String?
    /// Since the start.
    public private(set) var eventCounts: [Topic.EventType: UInt64]
    var lostCount: UInt64

    /// Opens or makes the file. One that is damaged is set aside, and its loss becomes a note.
    ///
    /// - Parameters:
    ///   - path: of the file; `nil`: in memory.
    ///   - newEpoch: for a file that is new.
    public init(
        path: String?, gateway: GatewayID, newEpoch: String, rules: OutboxRules, at clock: ClockReading
    ) throws(SQLiteError) {
        let store = try OutboxStore(
            path: path ?? ":memory:", gateway: gateway, newEpoch: newEpoch, pages: rules.maxSize / Self.pageSize,
            at: clock)
        let extent = try store.extent()
        let saved = try store.saved(at: clock)
        let last = max(saved.lastSeq, extent?.last ?? 0)
        var confirmed = extent.map { $0.first - 1 } ?? last
        var pending: [OutboxRow] = []
        if store.damagedFile != nil {
            let lost = EventsLost(
                gateway: gateway, epoch: store.epoch, from: 0, to: 0, count: 0, first: clock.wall, last: clock.wall,
                reason: EventsLost.corrupt)
            pending.append(
                OutboxRow(seq: 0, content: .lost(lost), boot: clock.boot, monotonic: clock.now.microseconds / 1000))
            confirmed = -1
        }
        // Each property is set once: the optimizer of Swift 6.3.1 destroys what was never there where a value that cannot
        // be copied sets one again in its initializer.
        self.gateway = gateway
        self.rules = rules
        confirmation = rules.confirmation ?? .broker
        self.store = store
        disk = path.map { Disk(besides: $0) }
        queue = SendQueue(after: confirmed, to: pending.isEmpty ? last : -1)
        lastSeq = last
        formerSeq = last
        rowCount = extent?.count ?? 0
        settledCount = 0
        self.pending = pending
        changed = []
        pendingSince = pending.isEmpty ? nil : clock.now
        nextBatch = clock.now
        isUrgent = false
        deletedUpTo = confirmed
        confirmedSince = nil
        acknowledged = confirmed
        nextRefresh = clock.now + Self.refresh
        nextAgeCheck = clock.now
        retryAt = nil
        isShort = false
        fault = nil
        eventCounts = [:]
        lostCount = 0
        disk?.hold(minFree: rules.minFree)
    }

    /// What the run before kept: visits with the names of their regions.
    public func saved(at clock: ClockReading) throws(SQLiteError) -> (presence: SavedPresence, regions: [String]) {
        let saved = try store.saved(at: clock)
        return (saved.presence, saved.regions)
    }

    public var state: State { State(waiting: max(rowCount - settledCount, 0) + pending.count, fault: fault) }

    /// From now on these rules.
    public mutating func apply(_ rules: OutboxRules) {
        self.rules = rules
        isShort = false
        setPages(rules.maxSize / Self.pageSize)
    }

    // MARK: - In

    /// Takes an event in; it is sent when it is on the disk.
    ///
    /// - Parameter make: the event with the number that it gets.
    mutating func append(at clock: ClockReading, _ make: (_ seq: UInt64) -> GatewayEvent) {
        if pending.count >= Self.mostPending { dropPending() }
        lastSeq += 1
        let event = make(UInt64(clamping: lastSeq))
        eventCounts[event.type, default: 0] += 1
        if event.type == .tap { isUrgent = true }
        pending.append(OutboxRow(event, at: clock.now, boot: clock.boot))
        if pendingSince == nil { pendingSince = clock.now }
    }

    /// A visit has begun, changed or ended.
    mutating func visitChanged(_ beacon: BeaconIdentity, in region: String, at now: Instant) {
        changed.insert(VisitKey(region: region, beacon: beacon))
        if pendingSince == nil { pendingSince = now }
    }

    /// When `commit` has something to do.
    var nextCommit: Instant? {
        if let retryAt { return retryAt }
        let isDue = isUrgent || pending.count >= rules.commitEvents
        let due = isDue ? pendingSince : pendingSince.map { max($0, nextBatch) }
        return [due, confirmedSince.map { $0 + Self.idle }].compactMap(\.self).min()
    }

    /// Whether anything waits for a commit.
    var isPending: Bool { pendingSince != nil }

    /// Writes what is pending. What the disk does not take is tried again.
    ///
    /// - Parameters:
    ///   - isLast: the gateway stops.
    ///   - engine: knows the visits; `regions`: the names of its regions.
    /// - Returns: whether everything is on the disk.
    mutating func commit(
        at clock: ClockReading, isLast: Bool = false, engine: borrowing PresenceEngine, regions: [String]
    ) throws(SQLiteError) -> Bool {
        if clock.now >= nextRefresh || isLast {
            nextRefresh = clock.now + Self.refresh
            engine.forEachSavedVisit { visit in
                guard regions.indices.contains(visit.region) else { return }
                changed.insert(VisitKey(region: regions[visit.region], beacon: visit.beacon))
            }
        }
        var batch = OutboxStore.Batch()
        batch.rows = pending
        batch.watermark = watermark
        batch.visits.reserveCapacity(changed.count)
        for key in changed {
            let region = regions.firstIndex(of: key.region)
            batch.visits.append((key, region.flatMap { engine.savedVisit(of: key.beacon, in: $0) }))
        }
        batch.lastSeq = lastSeq
        batch.lastVisit = engine.lastVisitNumber
        batch.isLast = isLast
        retryAt = nil
        do throws(SQLiteError) {
            let deleted = try write(batch, at: clock)
            rowCount += pending.count - deleted
            settledCount = max(settledCount - deleted, 0)
        } catch {
            if error.isCorrupt { throw error }
            fault = "\(error)"
            retryAt = clock.now + Self.retry
            return false
        }
        fault = nil
        deletedUpTo = max(deletedUpTo, batch.watermark)
        queue.committed(pending)
        pending.removeAll(keepingCapacity: true)
        changed.removeAll(keepingCapacity: true)
        pendingSince = nil
        nextBatch = clock.now + rules.commitInterval
        isUrgent = false
        confirmedSince = nil
        return true
    }

    /// Writes a batch, if need be in the place of older rows. Returns how many confirmed rows went.
    private mutating func write(_ batch: OutboxStore.Batch, at clock: ClockReading) throws(SQLiteError) -> Int {
        do throws(SQLiteError) {
            try makeRoom(for: batch.rows.count, at: clock)
            return try store.commit(batch, at: clock)
        } catch {
            guard error.isFull else { throw error }
            _ = disk?.release()
            try drop(max(batch.rows.count * 2, rules.maxEvents / 100), at: clock)
            return try store.commit(batch, at: clock)
        }
    }

    /// Whether it is time to write all visits, be there something else to write or not.
    mutating func refreshIfDue(at now: Instant) {
        if now >= nextRefresh, pendingSince == nil { pendingSince = now }
    }

    /// When that is.
    var refreshDeadline: Instant { nextRefresh }

    // MARK: - Out

    var inFlight: Int { queue.inFlight }

    /// The number of the last event there is.
    var last: Int64 { lastSeq }

    /// Rows on the disk that are neither confirmed nor in flight.
    var backlog: Int { max(rowCount - settledCount - queue.inFlight, 0) }

    /// The number of the next row to send; `nil` where there is none.
    mutating func upcoming() throws(SQLiteError) -> Int64? {
        if let missing = queue.missing { queue.supply(try store.rows(after: missing, atMost: SendQueue.ahead / 2)) }
        return queue.upcoming
    }

    /// Whether the next row must wait until all before it are confirmed: a note whose numbers enclose others' events.
    var isBarred: Bool { inFlight > 0 && queue.upcomingSpansOthers }

    /// The next row, which is in flight from now on.
    mutating func next() -> OutboxRow? { queue.next() }

    /// The broker has the row.
    mutating func finished(_ seq: Int64, at now: Instant) {
        guard queue.finished(seq) != nil else { return }
        if confirmation == .broker { settledCount += 1 }
        if confirmedSince == nil, watermark > deletedUpTo { confirmedSince = now }
    }

    /// The consumer has every event up to this one.
    mutating func acknowledged(_ seq: UInt64, epoch: String, at now: Instant) {
        guard epoch == store.epoch else { return }
        acknowledged = max(acknowledged, min(Int64(clamping: seq), lastSeq))
        if confirmedSince == nil, watermark > deletedUpTo { confirmedSince = now }
    }

    /// The client did not take the row after all.
    mutating func putBack(_ row: OutboxRow) {
        if queue.finished(row.seq) != nil { queue.sendAgain(row) }
    }

    /// What is in flight is the next again.
    mutating func requeue() { queue.requeue() }

    /// All that the consumer has not confirmed is the next again.
    mutating func rewind() {
        if confirmation == .consumer { queue.rewind(to: max(acknowledged, deletedUpTo)) } else { queue.requeue() }
    }

    /// From now on `next` confirms; what `confirmation` has confirmed so far stays so.
    mutating func confirm(by next: OutboxRules.Confirmation) {
        if next == .consumer, confirmation == .broker { acknowledged = max(acknowledged, queue.watermark) }
        confirmation = next
    }

    /// The broker will never take the row: it is put aside, and a note of its loss goes in its place.
    mutating func bury(_ seq: Int64, topic: (Topic) -> String, reason: String, at clock: ClockReading)
        throws(SQLiteError)
    {
        guard let row = queue.finished(seq) else { return }
        // A note that is refused itself has no other place.
        guard case .event(let event) = row.content else { return }
        let lost = EventsLost(
            gateway: gateway, epoch: store.epoch, from: event.id.seq, to: event.id.seq, count: 1, first: event.time,
            last: event.time, reason: EventsLost.refused)
        let note = OutboxRow(seq: seq, content: .lost(lost), boot: row.boot, monotonic: row.monotonic)
        let message = row.message(replayed: false, at: clock)
        try store.bury(row, as: message, topic: topic(message.topic), note: note, reason: reason, at: clock)
        lostCount += 1
        queue.sendAgain(note)
    }

    /// Every row up to here is confirmed.
    var watermark: Int64 {
        confirmation == .consumer ? min(acknowledged, queue.watermark) : queue.watermark
    }

    // MARK: - Bounds

    private mutating func makeRoom(for count: Int, at clock: ClockReading) throws(SQLiteError) {
        if let free = disk?.free {
            if (free < rules.minFree) != isShort {
                isShort = free < rules.minFree
                let pages = isShort ? max(try pageCount(), Self.fewestPages) : rules.maxSize / Self.pageSize
                setPages(min(pages, rules.maxSize / Self.pageSize))
            }
            disk?.hold(minFree: rules.minFree)
        }
        let excess = rowCount + count - rules.maxEvents
        if excess > 0 { try drop(max(excess + 1, rules.maxEvents / 100), at: clock) }
        if clock.isSynced, clock.now >= nextAgeCheck {
            nextAgeCheck = clock.now + Self.ageCheck
            try drop(rowCount, olderThan: rules.maxAge, reason: EventsLost.expired, at: clock)
        }
    }

    /// Returns how many rows went.
    @discardableResult
    mutating func drop(
        _ count: Int, olderThan age: Duration? = nil, reason: String = EventsLost.overflow, at clock: ClockReading
    ) throws(SQLiteError) -> Int {
        let floor = confirmation == .consumer ? max(acknowledged, deletedUpTo) : queue.cursor
        let told = max(formerSeq, queue.cursor)
        guard
            let (note, dropped) = try store.drop(
                after: floor, notesAfter: told, atMost: count, olderThan: age, reason: reason, at: clock)
        else { return 0 }
        rowCount += 1 - dropped
        lostCount += UInt64(dropped)
        queue.forgetAhead()
        if note.seq <= queue.cursor { queue.sendAgain(note) }
        return dropped
    }

    /// The first events that wait in memory give way to a note.
    private mutating func dropPending() {
        let count = Self.mostPending / 100
        let dropped = pending.prefix(count)
        guard let first = dropped.first, let last = dropped.last else { return }
        var lost = EventsLost(
            gateway: gateway, epoch: store.epoch, from: UInt64(clamping: first.seq), to: UInt64(clamping: last.seq),
            count: UInt64(count), first: first.time, last: last.time, reason: EventsLost.overflow)
        if case .lost(let before) = first.content {
            lost.from = before.from
            lost.first = before.first
            lost.count += before.count - 1
        }
        let note = OutboxRow(seq: last.seq, content: .lost(lost), boot: last.boot, monotonic: last.monotonic)
        pending.replaceSubrange(..<count, with: [note])
        lostCount += UInt64(count)
    }

    private func pageCount() throws(SQLiteError) -> Int64 {
        try store.connection.first("PRAGMA page_count") { row throws(SQLiteError) in row.integer(0) } ?? 0
    }

    private func setPages(_ pages: Int64) {
        // It is never set below what there is, and says what it is.
        try? store.connection.execute("PRAGMA max_page_count=\(max(pages, Self.fewestPages))")
    }
}
