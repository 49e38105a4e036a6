import Beacons
import Messages
public import SQLite

/// Beacons of which nothing may be left.
extension Outbox {
    /// Turns every event about some beacons into a note of its loss, in memory and on the disk, and drops their visits
    /// and dead letters.
    ///
    /// - Parameter isUnwanted: asked by the names that the events give.
    mutating func erase(_ isUnwanted: (BeaconIdentity) -> Bool, at clock: ClockReading) throws(SQLiteError) {
        pending = pending.map { $0.erased(isUnwanted) }
        queue.replace { $0.erased(isUnwanted) }
        try store.erase(isUnwanted)
    }

    /// Keeps what the broker said of whom to drop; `nil`: nothing was ever said.
    public func keep(denyList payload: [UInt8]) throws(SQLiteError) { try store.keep(denyList: payload) }

    public func denyList() throws(SQLiteError) -> [UInt8]? { try store.denyList() }
}

extension OutboxRow {
    /// The row, or where it is about an unwanted beacon the note of its loss.
    func erased(_ isUnwanted: (BeaconIdentity) -> Bool) -> OutboxRow {
        guard case .event(let event) = content, isUnwanted(event.beacon) else { return self }
        let lost = EventsLost(
            gateway: event.id.gateway, epoch: event.id.epoch, from: event.id.seq, to: event.id.seq, count: 1,
            first: event.time, last: event.time, reason: EventsLost.erased)
        return OutboxRow(seq: seq, content: .lost(lost), boot: boot, monotonic: monotonic)
    }
}
