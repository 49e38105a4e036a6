/// The tables, in Markdown.
enum Report {
    static func staying(_ what: String, _ rows: [Staying.Row]) {
        print("\n### Staying: false exits an hour, and the silence waited for, in seconds; \(what)")
        print(
            line(
                ["packets", "ours", "best fixed at our false exits", "ratio"]
                    + Staying.policies.map(\.name)))
        print(line(Array(repeating: "---", count: 4 + Staying.policies.count)))
        for row in rows {
            let ratio = row.ours.delay / row.bestFixed
            print(
                line(
                    [row.name, outcome(row.ours), text(row.bestFixed, 1), text(ratio, 2)]
                        + row.policies.map(outcome)))
        }
        let ours = mean(rows.map(\.ours))
        let others = Staying.policies.indices.map { index in mean(rows.map { $0.policies[index] }) }
        print(line(["mean of the rates", pair(ours), "", ""] + others.map(pair)))
        let costs = ([ours] + others).map { $0.delay / Staying.singleFixed(rows, rate: $0.rate) }
        print(
            line(
                ["delay over that of the one fixed timeout for all rates with as many false exits", text(costs[0], 2)]
                    + ["", ""] + costs.dropFirst().map { text($0, 2) }))
    }

    private static func mean(_ outcomes: [Staying.Outcome]) -> (rate: Double, delay: Double) {
        let count = Double(outcomes.count)
        return (outcomes.map(\.rate).reduce(0, +) / count, outcomes.map(\.delay).reduce(0, +) / count)
    }

    private static func pair(_ values: (rate: Double, delay: Double)) -> String {
        "\(text(values.rate, 3)) at \(text(values.delay, 1))"
    }

    /// Long gaps by the level before them, as recorded.
    static func silences(_ recordings: [Recording]) {
        print("\n### Staying: gaps an hour by the level before them (average of five packets), as recorded")
        print(line(["level", "hours", "over 1 s", "over 2 s", "over 3 s"]))
        print(line(Array(repeating: "---", count: 5)))
        let bands: [ClosedRange<Double>] = [-100 ... -80, -80 ... -75, -75 ... -70, -70 ... -65, -65 ... -20]
        for band in bands {
            var (hours, counts) = (0.0, [0.0, 0, 0])
            for recording in recordings {
                let level = Peer.average(0.2)
                var last: Double?
                var before = 0.0
                for packet in recording.packets {
                    if let last, band.contains(before) {
                        hours += (packet.at - last) / 3600
                        for (index, limit) in [1.0, 2, 3].enumerated() where packet.at - last > limit {
                            counts[index] += 1
                        }
                    }
                    before = level(packet)
                    last = packet.at
                }
            }
            print(
                line(
                    ["\(Int(band.lowerBound)) … \(Int(band.upperBound)) dBm", text(hours, 1)]
                        + counts.map { text($0 / hours, 2) }))
        }
    }

    static func zone(
        _ what: String, _ training: [Trace], _ test: [Trace], edges: [String: Double], bounds: [Double]
    ) {
        print("\n### Zone edge: \(what)")
        print(line(["policy", "tuned: balanced %, flaps/h", "reported: balanced %, flaps/h"]))
        print(line(["---", "---", "---"]))
        for best in Zone.tune(on: training, testedOn: test, edges: edges, bounds: bounds) {
            print(line(["ours, ≤ \(best.bound) flaps/h: \(best.setting)", score(best.training), score(best.test)]))
        }
        for peer in Peer.all {
            print(line([peer.name, score(peer.score(training, edges: edges)), score(peer.score(test, edges: edges))]))
        }
    }

    /// What a threshold on the mean of a whole recording would reach: no filter has more to go by.
    static func ceiling(_ recordings: [Recording], edges: [String: Double]) {
        let own = recordings.filter { $0.set == "set_1" && ($0.distance <= 3.5 || $0.distance >= 8) }
        let means = own.map { ($0, $0.packets.reduce(0) { $0 + Double($1.rssi) } / Double($0.packets.count)) }
        func balanced(_ sensor: String?, _ threshold: (Recording) -> Double) -> Double {
            let judged = means.filter { sensor == nil || $0.0.sensor == sensor }
            let near = judged.filter { $0.0.distance <= 3.5 }
            let far = judged.filter { $0.0.distance > 3.5 }
            let inside = Double(near.count { $0.1 >= threshold($0.0) }) / Double(near.count)
            return (inside + Double(far.count { $0.1 < threshold($0.0) }) / Double(far.count)) / 2
        }
        let common = stride(from: -6.0, through: 6, by: 1).map { offset in
            balanced(nil) { (edges[$0.sensor] ?? -70) + offset }
        }
        let each = edges.keys.map { sensor in
            stride(from: -95.0, through: -50, by: 0.5).map { level in balanced(sensor) { _ in level } }.max() ?? 0
        }
        print("\nA threshold on the mean level of a whole half-hour recording: with set_2's edges and the best common")
        print(
            "offset in hindsight \(text(100 * (common.max() ?? 0), 1)) %, with the best threshold of each receiver in")
        print("hindsight \(text(100 * each.reduce(0, +) / Double(each.count), 1)) %.")
    }

    static func nearest(_ recordings: Recordings) {
        let four = recordings.sensors.filter { ["sensor10", "sensor20", "sensor30", "sensor40"].contains($0.key) }
        for (count, sensors) in [("four", four), ("twelve", recordings.sensors)] {
            print("\n### Nearest of \(count) receivers, all nine walks: accuracy % at switches/h")
            print(line(["rule", "ours", "EMA 0.3"]))
            print(line(["---", "---", "---"]))
            let product = Nearest.run(recordings.tracks, among: sensors, nil)
            print(
                line([
                    "the consumer's", "\(text(100 * product.accuracy, 1)) at \(text(product.switchesPerHour, 0))", "",
                ]))
            for rule in Nearest.rules {
                let ours = Nearest.run(recordings.tracks, among: sensors, rule)
                let peer = Nearest.run(recordings.tracks, among: sensors, rule, smooth: 0.3)
                print(
                    line(
                        [rule.description]
                            + [ours, peer].map {
                                "\(text(100 * $0.accuracy, 1)) at \(text($0.switchesPerHour, 0))"
                            }))
            }
        }
    }

    static func distances(_ recordings: [Recording], _ edges: [String: Double]) {
        print(
            "\n### Distance: median of |said − true| (of said − true) in metres; power such that 4 m is right by set_2")
        print(line(["n", "0–3.5 m", "8–14 m"]))
        print(line(["---", "---", "---"]))
        for exponent in Distances.exponents {
            let bands = Distances.run(
                recordings, exponent: exponent, powers: Distances.powers(edges, exponent: exponent))
            print(
                line([text(exponent, 1)] + [bands[0], bands[2]].map { "\(text($0.error, 1)) (\(text($0.bias, 1)))" }))
        }
    }

    static func taps(_ recordings: [Recording]) {
        print("\n### Tap: made-up ways, real noise and losses")
        print(
            line(["interval", "approaches with one tap", "seconds to it p50 / p95", "false taps per 100 passers-by"]))
        print(line(["---", "---", "---", "---"]))
        for interval in [0.1, 0.35, 0.5] {
            let result = Taps.run(recordings, interval: interval)
            print(
                line([
                    "\(Int(interval * 1000)) ms",
                    "\(text(100 * Double(result.once) / Double(result.approaches), 1)) % of \(result.approaches)",
                    "\(text(median(result.delays), 2)) / \(text(percentile(result.delays, 0.95), 2))",
                    text(100 * Double(result.falseTaps) / Double(result.passers), 2),
                ]))
        }
    }

    static func shop(_ results: [Shop.Result]) {
        print("\n### The simulated shop, ten hours")
        print(
            line(["region", "visits", "false exits an hour of presence", "seconds from last heard to exit p50 / p95"]))
        print(line(["---", "---", "---", "---"]))
        for result in results {
            print(
                line([
                    result.region, "\(result.delays.count)",
                    text(Double(result.returns) / (Double(result.presentSeconds) / 3600), 3),
                    "\(text(median(result.delays), 1)) / \(text(percentile(result.delays, 0.95), 1))",
                ]))
        }
    }

    private static func outcome(_ outcome: Staying.Outcome) -> String {
        "\(text(outcome.rate, 3)) at \(text(outcome.delay, 1))"
    }

    private static func score(_ score: Score) -> String {
        "\(text(100 * score.balanced, 1)) at \(text(score.flapsPerHour, 1))"
    }

    private static func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

    static func text(_ value: Double, _ decimals: Int) -> String {
        guard value.isFinite else { return "–" }
        let scale = [1.0, 10, 100, 1000][min(max(decimals, 0), 3)]
        let whole = Int((abs(value) * scale).rounded())
        let sign = value < 0 && whole > 0 ? "−" : ""
        guard decimals > 0 else { return "\(sign)\(whole)" }
        let fraction = String(whole % Int(scale))
        return "\(sign)\(whole / Int(scale))." + String(repeating: "0", count: decimals - fraction.count) + fraction
    }
}
