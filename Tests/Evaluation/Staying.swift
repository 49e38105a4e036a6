import Presence
import TestSupport

/// A still beacon, heard for half an hour: every exit is false.
enum Staying {
    static let rates: [(kept: Double, name: String)] = [
        (1, "2 a second"), (0.5, "1 a second"), (0.2, "one in 2.5 s"), (0.1, "one in 5 s"), (0.05, "one in 10 s"),
    ]

    /// What a policy did: false exits, and the silence that it would have waited for at any time.
    struct Outcome {
        var falseExits = 0.0
        var hours = 0.0
        var waited = 0.0
        var rate: Double { falseExits / hours }
        /// Seconds, averaged over time.
        var delay: Double { waited / hours / 3600 }

        mutating func add(_ gap: Double, deadline: Double) {
            falseExits += gap > deadline ? 1 : 0
            hours += gap / 3600
            waited += gap * deadline
        }
    }

    struct Row {
        var name: String
        var gaps: [Double] = []
        var ours = Outcome()
        var policies: [Outcome] = Array(repeating: Outcome(), count: Staying.policies.count)

        /// The fixed timeout that would have had our false exits, chosen in hindsight: not below `exit.min`, for nobody
        /// may exit sooner, nor above `exit.max`.
        var bestFixed: Double {
            let sorted = gaps.sorted(by: >)
            let index = min(max(Int(ours.falseExits.rounded()), 1), sorted.count) - 1
            return min(max(sorted[index], 5), 60)
        }
    }

    static let policies: [(name: String, learner: Learner)] = [
        ("10 s", Learner(fixed: 10)), ("30 s", Learner(fixed: 30)), ("60 s", Learner(fixed: 60)),
        ("adaptive 5–60 s", Learner(5, 60)), ("adaptive 8–120 s", Learner(8, 120)),
    ]

    /// The example's policies: a fixed timeout, or four times (mean + 4 deviations) of the gap, forgetting 5 % a packet.
    struct Learner: Sendable {
        private var mean: Double?
        private var deviation = 0.0
        private let bounds: ClosedRange<Double>

        init(fixed: Double) { bounds = fixed...fixed }
        init(_ shortest: Double, _ longest: Double) { bounds = shortest...longest }

        var deadline: Double {
            guard let mean else { return bounds.upperBound == bounds.lowerBound ? bounds.lowerBound : 10 }
            return min(max(4 * (mean + 4 * deviation), bounds.lowerBound), bounds.upperBound)
        }

        mutating func add(_ gap: Double) {
            let gap = min(gap, bounds.upperBound)
            guard let old = mean else { return (mean, deviation) = (gap, gap / 2) }
            deviation += 0.05 * (abs(gap - old) - deviation)
            mean = old + 0.05 * (gap - old)
        }
    }

    /// Seconds: the fixed timeout that, the same for all rates, has `rate` false exits an hour as their mean.
    static func singleFixed(_ rows: [Row], rate: Double) -> Double {
        let gaps = rows.map { row in (row.gaps.sorted(by: >), row.gaps.reduce(0, +) / 3600) }
        func falseExits(_ timeout: Double) -> Double {
            gaps.map { gaps, hours in Double(gaps.prefix { $0 > timeout }.count) / hours }.reduce(0, +)
                / Double(gaps.count)
        }
        return stride(from: 5.0, through: 300, by: 0.1).first { falseExits($0) <= rate } ?? 300
    }

    /// - Parameter passes: how often each recording is thinned anew.
    static func run(_ recordings: [Recording], passes: Int = 4) -> [Row] {
        var random = SplitMix64(seed: 7)
        return rates.map { rate in
            var row = Row(name: rate.name)
            for recording in recordings {
                for _ in 0..<(rate.kept == 1 ? 1 : passes) {
                    let packets = recording.packets.filter { _ in
                        rate.kept == 1 || Double.random(in: 0..<1, using: &random) < rate.kept
                    }
                    row.add(packets)
                }
            }
            return row
        }
    }
}

extension Staying.Row {
    fileprivate mutating func add(_ packets: [Packet]) {
        var subject = Subject(Subject.region(.store))
        var learners = Staying.policies.map(\.learner)
        var last: Packet?
        var deadline: Double?
        for packet in packets {
            if let last {
                let gap = packet.at - last.at
                gaps.append(gap)
                // The engine itself has said when it would let go; that it does is what its tests are for.
                if let deadline { ours.add(gap, deadline: deadline) }
                for index in learners.indices {
                    policies[index].add(gap, deadline: learners[index].deadline)
                    learners[index].add(gap)
                }
            }
            subject.hear(packet)
            deadline = subject.state.map { Double($0.exitAfter.microseconds) / 1e6 }
            last = packet
        }
        let exits = subject.changes.count { !$0.isInside }
        precondition(exits <= packets.count)
    }
}
