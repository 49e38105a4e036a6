public import Beacons
public import Messages
public import Presence
public import SQLite

/// What a person orders.
extension Publisher {
    public func report() throws(SQLiteError) -> OutboxReport {
        var report = try outbox.report()
        report.fault = fault
        return report
    }

    /// What waits goes now: a back-log at once, and what was refused once more.
    public mutating func drain() {
        pace.lift()
        pause.end()
    }

    /// What waits is given up. Returns how many events went; `nil`: the disk does not take what is pending.
    public mutating func dropAll(
        at clock: ClockReading, engine: borrowing PresenceEngine
    ) throws(SQLiteError) -> Int? {
        guard try commitNow(at: clock, engine: engine) else { return nil }
        return try outbox.dropAll(at: clock)
    }

    /// Erases beacons that the engine has forgotten already: what waits to be sent of them, and what is retained.
    ///
    /// - Parameters:
    ///   - visits: that were open.
    ///   - isErased: asked by identities, and by the names that messages give.
    /// - Returns: how many events went; `nil`: the disk does not take what is pending, and nothing is erased on it.
    public mutating func erase(
        _ visits: [SavedVisit], where isErased: (BeaconIdentity) -> Bool, at clock: ClockReading,
        engine: borrowing PresenceEngine
    ) throws(SQLiteError) -> Int? {
        func isTheirs(_ state: Outgoing) -> Bool {
            // A list names several, and the next second says it anew.
            if case .ranging = state.topic { return true }
            return state.topic.subject?.beacon.map(isErased) ?? false
        }
        states.removeAll(where: isTheirs)
        held.removeAll(where: isTheirs)
        flyingStates = flyingStates.filter { !isTheirs($0.value) }
        var cleared = retained.erase { isTheirs(Outgoing(topic: $0, payload: [])) }
        for visit in visits where context.regions.indices.contains(visit.region) {
            let region = context.regions[visit.region]
            outbox.visitChanged(visit.beacon, in: region, at: clock.now)
            cleared.append(.presence(context.gateway, region: region, context.subject(visit.beacon)))
        }
        for topic in cleared { append(Outgoing(topic: topic, payload: [])) }
        guard try commitNow(at: clock, engine: engine) else { return nil }
        return try outbox.erase(where: isErased, at: clock)
    }

    /// Brings all that is pending to the disk.
    private mutating func commitNow(
        at clock: ClockReading, engine: borrowing PresenceEngine
    ) throws(SQLiteError) -> Bool {
        guard try outbox.commit(at: clock, engine: engine, regions: context.regions) else { return false }
        releaseHeld()
        return true
    }
}
