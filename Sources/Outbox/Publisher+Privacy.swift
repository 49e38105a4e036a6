public import Beacons
import Messages
import SQL
public import SQLite

/// Beacons of which nothing may leave the box.
extension Publisher {
    /// From now on nothing is sent of some beacons, whatever still waits.
    ///
    /// - Parameter isUnwanted: asked by identities, and by the names that messages give.
    public mutating func send(nothingOf isUnwanted: @escaping (BeaconIdentity) -> Bool) {
        self.isUnwanted = isUnwanted
    }

    /// The message, if it may be sent: of an unwanted beacon only what clears its state.
    func censored(_ message: Outgoing) -> Outgoing? {
        guard let isUnwanted, let beacon = message.topic.subject?.beacon, isUnwanted(beacon) else { return message }
        return message.topic.isRetained ? Outgoing(topic: message.topic, payload: []) : nil
    }
}

extension Outbox {
    /// Keeps what the broker said of whom to drop.
    public func keep(denyList payload: [UInt8]) throws(SQLiteError) {
        try store.connection.run(
            "INSERT INTO deny VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET payload = excluded.payload", .blob(payload))
    }

    /// What it said last; `nil`: nothing yet.
    public func denyList() throws(SQLiteError) -> [UInt8]? {
        try store.connection.first("SELECT payload FROM deny") { row throws(SQLiteError) in row.blob(0) } ?? nil
    }
}

extension OutboxRow {
    /// The row, or where it is about an unwanted beacon the note of its loss.
    func erased(_ isUnwanted: ((BeaconIdentity) -> Bool)?) -> OutboxRow {
        guard let isUnwanted, case .event(let event) = content, isUnwanted(event.beacon) else { return self }
        let lost = EventsLost(
            gateway: event.id.gateway, epoch: event.id.epoch, from: event.id.seq, to: event.id.seq, count: 1,
            first: event.time, last: event.time, reason: EventsLost.erased)
        return OutboxRow(seq: seq, content: .lost(lost), boot: boot, monotonic: monotonic)
    }
}
