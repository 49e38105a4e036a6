public import Beacons
import Messages
public import SQLite

/// Beacons of which nothing may leave the box.
extension Publisher {
    /// From now on nothing is sent of some beacons: events that wait become notes of their loss, and what the broker
    /// retains is cleared.
    ///
    /// - Parameter isUnwanted: asked by the names that messages give, and again before each that is sent.
    public mutating func erase(
        _ isUnwanted: @escaping (BeaconIdentity) -> Bool, at clock: ClockReading
    ) throws(SQLiteError) {
        self.isUnwanted = isUnwanted
        for clear in retained.forget({ $0.subject?.beacon.map(isUnwanted) ?? false }) { append(clear) }
        // They name several beacons, and the next second says it anew.
        states.removeAll { if case .ranging = $0.topic { true } else { false } }
        try outbox.erase(isUnwanted, at: clock)
    }

    /// The message, if it may be sent: of an unwanted beacon only what clears its state.
    func censored(_ message: Outgoing) -> Outgoing? {
        guard let beacon = message.topic.subject?.beacon, isUnwanted(beacon) else { return message }
        return message.topic.isRetained ? Outgoing(topic: message.topic, payload: []) : nil
    }
}
