import Beacons
import Engagement
import Presence

/// Which receiver hears best, on the walks: the engine's levels under the consumer's own arbiter, beside plain margins
/// and holds.
enum Nearest {
    struct Rule: CustomStringConvertible {
        var margin: Double
        var hold: Double
        var description: String { "\(Int(margin)) dB for \(hold) s" }
    }

    static let rules = [
        Rule(margin: 3, hold: 0), Rule(margin: 3, hold: 1), Rule(margin: 4, hold: 1),
        Rule(margin: 4, hold: 0.5), Rule(margin: 5, hold: 0), Rule(margin: 6, hold: 0),
    ]

    struct Result {
        var right = 0
        var judged = 0
        var switches = 0
        var hours = 0.0
        var accuracy: Double { Double(right) / Double(judged) }
        var switchesPerHour: Double { Double(switches) / hours }
    }

    /// `rule`: nil is the consumer's; `smooth`: nil is the engine's filter, else an average over samples with that weight.
    static func run(
        _ tracks: [Track], among sensors: [String: (x: Double, y: Double)], _ rule: Rule?, smooth: Double? = nil
    ) -> Result {
        let names = sensors.keys.sorted()
        var result = Result()
        func judge(_ row: Track.Row, _ current: Int?, _ result: inout Result) {
            let places = names.enumerated().map { (distance(sensors[$1] ?? (0, 0), row.position), $0) }.sorted {
                $0.0 < $1.0
            }
            // Within a metre of a tie nobody can say.
            guard places[1].0 - places[0].0 >= 1 else { return }
            result.judged += 1
            if current == places[0].1 { result.right += 1 }
        }
        for track in tracks {
            var configuration = PresenceConfiguration(
                regions: names.indices.map { index in
                    var region = Subject.region(.store)
                    region.filter = .iBeacon(
                        uuid: BeaconUUID(1), majors: nil, minors: NumberSet([minor(index)...minor(index)]))
                    region.enter.sightings = 1
                    return region
                })
            configuration.ranging = nil
            var engine = PresenceEngine(configuration, at: .zero)
            let filters = names.map { _ in Peer.average(smooth ?? 1) }
            var levels = [Double?](repeating: nil, count: names.count)
            var (current, candidate): (Int?, (index: Int, since: Double)?) = (nil, nil)
            var arbiter = Arbiter()
            result.hours += track.end / 3600
            for row in track.rows {
                if let index = names.firstIndex(of: row.sensor) {
                    engine.sight(
                        Sighting(
                            beacon: .iBeacon(uuid: BeaconUUID(1), major: 1, minor: minor(index)),
                            address: BluetoothAddress(1), rssi: row.rssi, measuredPower: -59,
                            at: Subject.instant(row.at)))
                    _ = engine.takeOutputs()
                    if smooth == nil {
                        for index in levels.indices { levels[index] = nil }
                        engine.forEachVisit { levels[$0.region] = $0.reading.level }
                    } else {
                        levels[index] = filters[index](Packet(at: row.at, rssi: row.rssi))
                    }
                    let best = levels.indices.max { (levels[$0] ?? -200) < (levels[$1] ?? -200) } ?? 0
                    guard let rule else {
                        let known = levels.enumerated().lazy.compactMap { index, level in
                            level.map { (area: index, level: $0) }
                        }
                        let area = arbiter.judge(from: current, known, teller: index, at: Int64(row.at * 1000))
                        if current != nil, area != current { result.switches += 1 }
                        current = area
                        judge(row, current, &result)
                        continue
                    }
                    if let now = current, best != now, (levels[best] ?? -200) >= (levels[now] ?? -200) + rule.margin {
                        if candidate?.index != best { candidate = (best, row.at) }
                        if let since = candidate?.since, row.at - since >= rule.hold {
                            (current, candidate) = (best, nil)
                            result.switches += 1
                        }
                    } else {
                        candidate = nil
                        current = current ?? best
                    }
                }
                judge(row, current, &result)
            }
        }
        return result
    }

    private static func minor(_ index: Int) -> UInt16 { UInt16(index + 1) }
}
