import Beacons
public import Messages
import Presence
public import SQLite

/// What a person orders: to see what waits, to give it up, to have someone erased.
extension Outbox {
    public func report() throws(SQLiteError) -> OutboxReport {
        var report = try store.connection.outboxReport(after: watermark)
        report.waiting = UInt64(clamping: state.waiting)
        report.fault = fault
        return report
    }

    public func counts() throws(SQLiteError) -> Counts {
        let dead = try store.connection.first("SELECT count(*) FROM dead") { row throws(SQLiteError) in row.integer(0) }
        return Counts(waiting: UInt64(clamping: state.waiting), dead: UInt64(clamping: dead ?? 0), lost: lostCount)
    }

    /// All that is on the disk and not on its way gives way to one note. Returns how many rows went.
    mutating func dropAll(at clock: ClockReading) throws(SQLiteError) -> Int {
        try drop(rowCount, reason: EventsLost.dropped, at: clock)
    }

    /// Throws away what the broker never took.
    public func dropDead() throws(SQLiteError) { try store.connection.run("DELETE FROM dead") }

    /// Erases the events of the beacons that `isErased`, all of which are on the disk. What nobody can have heard yet
    /// gives way to one note; of what is with the broker, unconfirmed, each to a note of its own, which goes only if the
    /// event would have to go again. Returns how many events went.
    mutating func erase(where isErased: (BeaconIdentity) -> Bool, at clock: ClockReading) throws(SQLiteError) -> Int {
        let events = try store.events(after: watermark, where: isErased)
        let waiting = events.filter { queue.isWaiting($0.seq) }
        var notes: [OutboxRow] = events.filter { !queue.isWaiting($0.seq) }.map { note(of: [$0], at: clock) }
        if !waiting.isEmpty { notes.append(note(of: waiting, at: clock)) }
        try store.erase(events.map(\.seq), puttingIn: notes, where: isErased)
        var replaced: [Int64: OutboxRow?] = [:]
        for event in events { replaced[event.seq] = .some(nil) }
        for note in notes { replaced[note.seq] = .some(note) }
        queue.replace(replaced)
        rowCount -= events.count - notes.count
        lostCount += UInt64(events.count)
        return events.count
    }

    /// - Parameter events: at least one, in order.
    private func note(of events: [(seq: Int64, time: Int64)], at clock: ClockReading) -> OutboxRow {
        let (first, last) = (events.first ?? (0, clock.wall), events.last ?? (0, clock.wall))
        let lost = EventsLost(
            gateway: gateway, epoch: epoch, from: UInt64(clamping: first.seq), to: UInt64(clamping: last.seq),
            count: UInt64(events.count), first: first.time, last: last.time, reason: EventsLost.erased)
        return OutboxRow(
            seq: last.seq, content: .lost(lost), boot: clock.boot, monotonic: clock.now.microseconds / 1000)
    }
}
