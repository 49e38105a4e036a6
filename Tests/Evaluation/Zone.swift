import Presence
import TestSupport

/// What one receiver hears, and when the beacon truly is within its zone.
struct Trace {
    var sensor: String
    var packets: [Packet]
    /// Seconds, and whether inside; from 0 on.
    var truth: [(at: Double, isInside: Bool)]
    var end: Double
}

/// How well changes follow the truth.
struct Score {
    private var right: (inside: Double, outside: Double) = (0, 0)
    private var total: (inside: Double, outside: Double) = (0, 0)
    private(set) var flaps = 0

    /// The mean of the shares of the time inside and outside that were said to be so.
    var balanced: Double { (right.inside / total.inside + right.outside / total.outside) / 2 }
    var flapsPerHour: Double { Double(flaps) / ((total.inside + total.outside) / 3600) }

    mutating func add(_ changes: [(at: Double, isInside: Bool)], _ trace: Trace) {
        var (state, next) = (false, 0)
        for (number, (start, wanted)) in trace.truth.enumerated() {
            let end = number + 1 < trace.truth.count ? trace.truth[number + 1].at : trace.end
            let before = state
            var (at, count, hit) = (start, 0, state == wanted)
            while next < changes.count, changes[next].at < end {
                credit(from: at, to: changes[next].at, state, wanted)
                (at, state) = changes[next]
                hit = hit || state == wanted
                count += 1
                next += 1
            }
            credit(from: at, to: end, state, wanted)
            // One change is needed where the state was another, and every other is a flap.
            flaps += hit ? max(0, count - (before == wanted ? 0 : 1)) : count
        }
    }

    private mutating func credit(from start: Double, to end: Double, _ state: Bool, _ wanted: Bool) {
        let time = max(end - start, 0)
        if wanted { total.inside += time } else { total.outside += time }
        guard state == wanted else { return }
        if wanted { right.inside += time } else { right.outside += time }
    }
}

/// The edge of one receiver's zone.
enum Zone {
    /// What of the region was tuned.
    struct Setting: CustomStringConvertible {
        /// dB above the level at 4 m.
        var offset: Double
        /// dB between enter and exit.
        var hysteresis: Double
        var sightings: Int
        /// Seconds.
        var belowFor: Int
        var description: String {
            "enter \(offset >= 0 ? "+" : "")\(Int(offset)) dB, exit −\(Int(hysteresis)) dB, \(sightings) sightings, "
                + "below for \(belowFor) s"
        }
    }

    static let grid: [Setting] = [-2, -1, 0, 1, 2].flatMap { offset in
        [1, 2, 4].flatMap { hysteresis in
            [2, 6].flatMap { sightings in
                [2, 5, 10, 15].map {
                    Setting(offset: offset, hysteresis: hysteresis, sightings: sightings, belowFor: $0)
                }
            }
        }
    }

    static func score(_ setting: Setting, _ traces: [Trace], edges: [String: Double]) -> Score {
        var score = Score()
        for trace in traces {
            let edge = edges[trace.sensor] ?? -70
            var subject = Subject(
                Subject.region(.shelf) { region in
                    region.enter.rssi = edge + setting.offset
                    region.enter.sightings = setting.sightings
                    region.exit.rssi = edge + setting.offset - setting.hysteresis
                    region.exit.belowFor = .seconds(setting.belowFor)
                })
            for packet in trace.packets { subject.hear(packet) }
            subject.advance(to: trace.end)
            score.add(subject.changes, trace)
        }
        return score
    }

    /// For each bound of flaps an hour the best setting of the one part, and how it does on the other.
    static func tune(
        on training: [Trace], testedOn test: [Trace], edges: [String: Double], bounds: [Double]
    ) -> [(bound: Double, setting: Setting, training: Score, test: Score)] {
        let scores = grid.map { ($0, score($0, training, edges: edges)) }
        return bounds.compactMap { bound in
            scores.filter { $0.1.flapsPerHour <= bound }.max { $0.1.balanced < $1.1.balanced }
                .map { (bound, $0.0, $0.1, score($0.0, test, edges: edges)) }
        }
    }

    /// Visits spliced from still recordings of the same receiver: inside within 3.5 m, outside 8 to 14 m away.
    static func visits(_ recordings: [Recording], sensors: [String], passes: Int, seed: UInt64) -> [Trace] {
        var random = SplitMix64(seed: seed)
        return sensors.flatMap { sensor -> [Trace] in
            let own = recordings.filter { $0.sensor == sensor && $0.set == "set_1" }
            let near = own.filter { $0.distance <= 3.5 }
            let far = own.filter { (8...14).contains($0.distance) }
            guard !near.isEmpty, !far.isEmpty else { return [] }
            return (0..<passes).map { _ in
                var trace = Trace(sensor: sensor, packets: [], truth: [], end: 0)
                for number in 0..<16 {
                    let isInside = number % 2 == 1
                    let length = Double.random(in: isInside ? 60...480 : 120...240, using: &random)
                    let source = (isInside ? near : far).randomElement(using: &random)?.packets ?? []
                    let start = Double.random(in: 0...max(1, (source.last?.at ?? 0) - length - 1), using: &random)
                    trace.truth.append((trace.end, isInside))
                    trace.packets += source.filter { (start..<start + length).contains($0.at) }
                        .map { Packet(at: trace.end + $0.at - start, rssi: $0.rssi) }
                    trace.end += length
                }
                return trace
            }
        }
    }

    /// Each walk at each receiver: inside within 4 m, stays of less than 2 s left out.
    static func walks(_ tracks: [Track], _ sensors: [String: (x: Double, y: Double)]) -> [Trace] {
        tracks.flatMap { track in
            sensors.sorted { $0.key < $1.key }.map { sensor, place in
                var truth: [(at: Double, isInside: Bool)] = []
                for row in track.rows {
                    let isInside = distance(place, row.position) <= 4
                    if truth.last?.isInside != isInside { truth.append((truth.isEmpty ? 0 : row.at, isInside)) }
                }
                var long: [(at: Double, isInside: Bool)] = []
                for (number, stay) in truth.enumerated() {
                    let end = number + 1 < truth.count ? truth[number + 1].at : track.end
                    guard number == 0 || end - stay.at >= 2, long.last?.isInside != stay.isInside else { continue }
                    long.append(stay)
                }
                let packets = track.rows.filter { $0.sensor == sensor }.map { Packet(at: $0.at, rssi: $0.rssi) }
                return Trace(sensor: sensor, packets: packets, truth: long, end: track.end)
            }
        }
    }
}

func distance(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> Double {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
}
