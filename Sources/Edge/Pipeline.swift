import Beacons
package import HCI
package import Presence

/// From packets to what presence has to say about them. The same for every source; time is handed in.
package struct Pipeline: PacketSink, ~Copyable {
    private var engine: PresenceEngine
    private let regionCount: Int
    private var reports = ReportDecoder()
    private(set) var decoded = DecodeCounters()
    /// When the last report with content came: proof that the radio hears.
    private(set) var lastAdvertisement: Instant?

    package init(_ configuration: PresenceConfiguration, hearing: Bool, at now: Instant) {
        regionCount = configuration.regions.count
        engine = PresenceEngine(configuration, hearing: hearing, at: now)
    }

    package mutating func packet(_ packet: Span<UInt8>, from adapter: UInt16, at instant: Instant) {
        reports.decode(packet, at: instant.microseconds) { report, data in
            guard data.count >= Self.shortestContent else { return }
            lastAdvertisement = instant
            if engine.watchesAddresses {
                engine.sight(
                    Sighting(
                        beacon: .address(report.address), address: report.address, rssi: report.rssi,
                        measuredPower: nil, at: instant))
            }
            BeaconDecoder.identities(in: data, counters: &decoded) { beacon in
                engine.sight(
                    Sighting(
                        beacon: beacon.identity, address: report.address, rssi: report.rssi,
                        measuredPower: beacon.measuredPower, at: instant))
            }
        }
    }

    package mutating func hearingLost(at instant: Instant) { engine.hearingLost(at: instant) }
    package mutating func hearingRestored(at instant: Instant) { engine.hearingRestored(at: instant) }

    /// To be called when every packet received before `instant` has been handed in.
    package mutating func advance(to instant: Instant) { engine.advance(to: instant) }

    package var nextDeadline: Instant? { engine.nextDeadline }
    package var received: ReportCounters { reports.counters }
    var presence: PresenceCounters { engine.counters }
    var isHearing: Bool { engine.isHearing }

    package mutating func takeOutputs() -> [PresenceOutput] { engine.takeOutputs() }

    /// The state of every region, in the configuration's order.
    func regions() -> [RegionState] {
        var states: [RegionState] = []
        for region in 0..<regionCount { states.append(engine.state(of: region)) }
        return states
    }

    func visits() -> [PresenceState] {
        var states: [PresenceState] = []
        engine.forEachVisit { states.append($0) }
        return states
    }

    /// Bytes of the shortest AD structure with a payload; a controller that reports only emptiness is not hearing.
    private static let shortestContent = 3
}
