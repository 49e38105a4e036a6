import Testing

@testable import BlueZ

@Suite("The recovery ladder")
struct RecoveryLadderTests {
    private static let second: Int64 = 1_000_000

    /// The steps of a ladder, looked at every second from `start` to `end` (s), with `reports` at each look.
    private func steps(
        _ ladder: inout RecoveryLadder, from start: Int64, to end: Int64, reports: UInt64 = 0, count: inout UInt64
    ) -> [String] {
        var steps: [String] = []
        for second in start..<end {
            count += reports
            ladder.note(count: count, lastAt: reports > 0 ? second * Self.second : 0, at: second * Self.second)
            while let rung = ladder.rung(at: second * Self.second) { steps.append("\(rung)@\(second - start)") }
        }
        return steps
    }

    @Test("Reports keep it at its foot")
    func content() {
        var ladder = RecoveryLadder(at: 0)
        var count: UInt64 = 0
        #expect(steps(&ladder, from: 1, to: 3600, reports: 1, count: &count) == [])
        #expect(!ladder.isQuiet && ladder.hasHeard)
    }

    @Test("After a crowd: asked at 5 s of silence, restarted at 10, reopened at 30, power cycled at 50, then let be")
    func silence() {
        var ladder = RecoveryLadder(at: 0)
        var count: UInt64 = 0
        _ = steps(&ladder, from: 1, to: 60, reports: 200, count: &count)
        #expect(ladder.limit == 10 * Self.second)
        // The last report came one second before.
        let taken = steps(&ladder, from: 60, to: 120, count: &count)
        #expect(
            taken == [
                "probe@5", "restart@10", "probe@15", "probe@25", "reopen@30", "probe@35", "probe@45", "powerCycle@50",
                "probe@55",
            ])
        #expect(ladder.isQuiet)
    }

    @Test("A slow beacon alone is given time, and nothing that was ever heard of is suspicious after 90 s")
    func limits() {
        var ladder = RecoveryLadder(at: 0)
        #expect(ladder.limit == 90 * Self.second)
        var count: UInt64 = 0
        // One report in two seconds: 20 of these.
        for second in stride(from: Int64(2), to: 600, by: 2) {
            count += 1
            ladder.note(count: count, lastAt: second * Self.second, at: second * Self.second)
        }
        #expect((39 * Self.second...42 * Self.second).contains(ladder.limit))
    }

    @Test("An empty shop at night is quiet: power cycles come ever more rarely, and nothing else but the question")
    func night() {
        var ladder = RecoveryLadder(at: 0)
        var count: UInt64 = 0
        _ = steps(&ladder, from: 1, to: 60, reports: 200, count: &count)
        let taken = steps(&ladder, from: 60, to: 12 * 3600, count: &count).filter { !$0.hasPrefix("probe") }
        let cycles = taken.filter { $0.hasPrefix("powerCycle") }.compactMap { Int($0.dropFirst(11)) }
        #expect(taken.count == cycles.count + 2)
        // 5 min, 10, 20, … apart.
        #expect(zip(cycles, cycles.dropFirst()).map { ($1 - $0) / 300 } == [1, 2, 4, 8, 16, 32, 64])
        #expect(ladder.isQuiet)
        _ = steps(&ladder, from: 12 * 3600, to: 12 * 3600 + 1, reports: 1, count: &count)
        #expect(!ladder.isQuiet)
    }

    @Test("A report begins it anew, but no step comes sooner after its like than it may")
    func again() {
        var ladder = RecoveryLadder(at: 0)
        var count: UInt64 = 0
        _ = steps(&ladder, from: 1, to: 60, reports: 200, count: &count)
        #expect(steps(&ladder, from: 60, to: 72, count: &count).contains("restart@10"))
        _ = steps(&ladder, from: 72, to: 73, reports: 200, count: &count)
        // 10 s later the last restart is only 13 s ago.
        let taken = steps(&ladder, from: 73, to: 110, count: &count).filter { !$0.hasPrefix("probe") }
        #expect(taken == ["restart@27", "reopen@30"])
    }

    @Test("Time in which nobody scanned is no silence")
    func resumed() {
        var ladder = RecoveryLadder(at: 0)
        ladder.resumed(at: 3600 * Self.second)
        #expect(ladder.rung(at: 3601 * Self.second) == nil)
    }

    @Test("A controller that does not answer is power cycled at once, but not twice in five minutes")
    func cycleNow() {
        var ladder = RecoveryLadder(at: 0)
        let allowed = [1, 300, 301].map { ladder.cycleNow(at: $0 * Self.second) }
        #expect(allowed == [true, false, true])
    }
}
