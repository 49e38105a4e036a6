import Beacons
package import HCI
package import Presence

/// From packets to what presence has to say about them. The same for every source; time is handed in.
package struct Pipeline: PacketSink, ~Copyable {
    package private(set) var engine: PresenceEngine
    /// One an adapter: fragments of one are not another's.
    private var reports: [UInt16: ReportDecoder] = [:]
    private(set) var decoded = DecodeCounters()
    /// Handed to presence since the start.
    private(set) var sightings: UInt64 = 0
    /// Keeps the sightings, where that is wanted.
    package var log: RewindLog?
    /// Who may be known; `nil`: everyone.
    var privacy: Privacy?

    package init(_ configuration: PresenceConfiguration, hearing: Bool, at now: Instant) {
        engine = PresenceEngine(configuration, hearing: hearing, at: now)
        log = nil
        privacy = nil
    }

    package mutating func packet(_ packet: Span<UInt8>, from adapter: UInt16, at instant: Instant) {
        reports[adapter, default: ReportDecoder()].decode(packet, at: instant.microseconds) { report, data in
            guard data.count >= ReportDecoder.shortestContent else { return }
            if engine.watchesAddresses {
                sightings += 1
                let sighting = Sighting(
                    beacon: .address(report.address), address: report.address, rssi: report.rssi,
                    measuredPower: nil, at: instant)
                if engine.sight(sighting, admits: { privacy?.admits($0) ?? true }) { log?.sight(sighting) }
            }
            BeaconDecoder.identities(in: data, counters: &decoded) { beacon in
                sightings += 1
                let sighting = Sighting(
                    beacon: beacon.identity, address: report.address, rssi: report.rssi,
                    measuredPower: beacon.measuredPower, at: instant)
                if engine.sight(sighting, admits: { privacy?.admits($0) ?? true }) { log?.sight(sighting) }
            }
        }
    }

    package mutating func hearingLost(at instant: Instant) {
        engine.hearingLost(at: instant)
        log?.hear(false, at: instant)
    }

    package mutating func hearingRestored(at instant: Instant) {
        engine.hearingRestored(at: instant)
        log?.hear(true, at: instant)
    }

    /// To be called when every packet received before `instant` has been handed in.
    package mutating func advance(to instant: Instant) {
        engine.advance(to: instant)
        log?.advance(to: instant)
    }

    package var nextDeadline: Instant? { engine.nextDeadline }
    package func received(from adapter: UInt16) -> ReportCounters { reports[adapter]?.counters ?? ReportCounters() }
    var presence: PresenceCounters { engine.counters }
    var pairs: Int { engine.pairCount }
    var isHearing: Bool { engine.isHearing }

    package mutating func takeOutputs() -> [PresenceOutput] { engine.takeOutputs() }

    // MARK: Beacons that are erased

    /// Forgets beacons. Returns the visits that were open.
    mutating func erase(where isErased: (BeaconIdentity) -> Bool) -> [SavedVisit] { engine.erase(where: isErased) }

    /// Throws the kept sightings away, those of a former run in `folder` too; it begins anew.
    mutating func dropRecord(in folder: String, at now: Instant) {
        log?.restart(at: now)
        RewindFolder(folder).removeAll()
    }

    // MARK: Visits that outlive a run or a configuration

    /// Takes up the visits of the run before. Returns those that have no place here.
    mutating func restore(_ saved: SavedPresence, maxAge: Duration) -> [SavedVisit] {
        engine.restore(saved, maxAge: maxAge)
    }

    /// Goes on under another configuration; visits that have no place in it end, which is an output of the old one.
    ///
    /// - Parameters:
    ///   - former: for each region its index so far; `nil` where it is new.
    ///   - handle: takes the outputs that name regions of the old configuration.
    mutating func reconfigure(
        _ configuration: PresenceConfiguration, former: [Int?], at now: Instant,
        _ handle: ([PresenceOutput]) -> Void
    ) {
        engine.advance(to: now)
        var next = PresenceEngine(configuration, hearing: engine.isHearing, at: now)
        engine.end(next.takeOver(engine, former: former))
        handle(engine.takeOutputs())
        _ = next.takeOutputs()
        engine = next
    }
}
