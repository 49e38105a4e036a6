import Beacons
import Presence
import Radio

/// The simulated shop through decoder and engine.
enum Shop {
    struct Result {
        var region: String
        /// Seconds from the last sighting to the exit, of each visit.
        var delays: [Double] = []
        /// Exits by silence of who was there still, and the time of all visits.
        var returns: UInt64 = 0
        var presentSeconds: UInt64 = 0
    }

    static func run(hours: Double) -> [Result] {
        [Region.Role.store, .shelf].map { role in
            var result = Result(region: role.rawValue)
            let region = Region(
                name: role.rawValue, role: role,
                filter: .iBeacon(uuid: SimulatedShop.uuid, majors: nil, minors: nil))
            var configuration = PresenceConfiguration(regions: [region])
            configuration.ranging = nil
            var engine = PresenceEngine(configuration, at: .zero)
            var counters = DecodeCounters()
            for transmission in SimulatedShop(seed: 1) {
                let at = Instant(microseconds: transmission.microseconds)
                guard Double(at.microseconds) < hours * 3.6e9 else { break }
                BeaconDecoder.identities(in: transmission.data.span, counters: &counters) { beacon in
                    engine.sight(
                        Sighting(
                            beacon: beacon.identity, address: transmission.address, rssi: transmission.rssi,
                            measuredPower: beacon.measuredPower, at: at))
                }
                for case .event(let event) in engine.takeOutputs() {
                    guard case .exit = event.kind else { continue }
                    result.delays.append(Double((event.at - event.lastSeen).microseconds) / 1e6)
                }
            }
            result.returns = engine.counters.returns
            result.presentSeconds = engine.counters.presentSeconds
            return result
        }
    }
}
