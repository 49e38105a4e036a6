import HCI
import Testing

@testable import BlueZ

@Suite("The guard of a scan")
struct ScanGuardTests {
    private static let second: Int64 = 1_000_000

    /// A guard of a scan that runs, and what another sends at 0.
    private func after(_ commands: ForeignScan...) -> ScanGuard {
        var guardian = ScanGuard()
        guardian.started()
        for command in commands { guardian.note(command, at: 0) }
        return guardian
    }

    private static func parameters(
        active: Bool = false, listed: Bool = false, continuous: Bool = true
    ) -> ForeignScan {
        .parameters(
            ForeignScan.Parameters(isActive: active, acceptsListedOnly: listed, isContinuous: continuous))
    }

    @Test("A scan that another ends is started again, when he has had 300 ms")
    func off() {
        var guardian = after(.off)
        #expect(!guardian.isHearing)
        #expect(guardian.deadline == 300_000)
        #expect(guardian.action(at: 299_999) == nil)
        #expect(guardian.action(at: 300_000) == .restart)
        #expect(guardian.action(at: 300_001) == nil)
        guardian.started()
        #expect(guardian.isHearing && guardian.deadline == nil)
        #expect(guardian.counters.restarts == 1 && guardian.counters.takeovers == 0)
    }

    @Test("Each further command begins the 300 ms anew")
    func debounce() {
        var guardian = after(.off)
        guardian.note(.off, at: 200_000)
        #expect(guardian.action(at: 300_000) == nil)
        #expect(guardian.action(at: 500_000) == .restart)
    }

    @Test("On a scan that hears as much as ours we ride", arguments: [true, false])
    func ride(active: Bool) {
        var guardian = after(.off, Self.parameters(active: active), .on(filtersDuplicates: false))
        #expect(guardian.isHearing)
        #expect(guardian.deadline == nil)
        #expect(guardian.action(at: Self.second) == nil)
    }

    @Test("The duplicate filter of a discovery is kicked off after 50 ms, and the discovery goes on")
    func kick() {
        var guardian = after(.off, Self.parameters(active: true), .on(filtersDuplicates: true))
        #expect(guardian.isHearing)
        #expect(guardian.action(at: 49_999) == nil)
        #expect(guardian.action(at: 50_000) == .kick)
        #expect(guardian.isHearing)
        guardian.kicked(true, at: 51_000)
        #expect(guardian.isHearing && guardian.deadline == nil)
        guardian.note(.off, at: 10 * Self.second)
        #expect(guardian.action(at: 10 * Self.second + 300_000) == .restart)
    }

    @Test("A discovery that ends within the 50 ms is not kicked")
    func endsBeforeKick() {
        var guardian = after(Self.parameters(active: true), .on(filtersDuplicates: true))
        guardian.note(.off, at: 20_000)
        #expect(guardian.action(at: 50_000) == nil)
        #expect(guardian.action(at: 320_000) == .restart)
    }

    @Test("Where the kick is refused the scan is taken over")
    func refusedKick() {
        var guardian = after(Self.parameters(active: true), .on(filtersDuplicates: true))
        #expect(guardian.action(at: 50_000) == .kick)
        guardian.kicked(false, at: 60_000)
        #expect(!guardian.isHearing)
        #expect(guardian.action(at: 360_000) == .restart)
        #expect(guardian.counters.takeovers == 1)
    }

    @Test(
        "A scan that hears too little is taken over",
        arguments: [
            (parameters(listed: true), false), (parameters(active: true, listed: true), false), (parameters(), true),
            (parameters(continuous: false), false),
        ])
    func takeover(foreign: ForeignScan, filters: Bool) {
        var guardian = after(.off, foreign, .on(filtersDuplicates: filters))
        #expect(!guardian.isHearing)
        #expect(guardian.action(at: 300_000) == .restart)
        #expect(guardian.counters.takeovers == 1)
        guardian.started()
        #expect(guardian.isHearing)
    }

    @Test("Ten takeovers in a minute, then the other is let be until the first is a minute old")
    func fight() throws {
        var guardian = ScanGuard()
        guardian.started()
        var now: Int64 = 0
        var takeovers: [Int64] = []
        while now < 120 * Self.second {
            guardian.note(Self.parameters(listed: true), at: now)
            guardian.note(.on(filtersDuplicates: false), at: now)
            now = try #require(guardian.deadline)
            #expect(guardian.action(at: now) == .restart)
            takeovers.append(now)
            #expect(guardian.isFighting == (takeovers.count % 10 == 1 && takeovers.count > 1))
            guardian.started()
            now += 100_000
        }
        for (index, at) in takeovers.enumerated() where index >= 10 {
            #expect(at - takeovers[index - 10] >= ScanGuard.fightWindow)
        }
        #expect(takeovers.count == 20 || takeovers.count == 21)
    }

    @Test("A scan that is off is started again however often it is ended: nobody is in the way")
    func endless() {
        var guardian = after()
        for turn in 0..<100 {
            let now = Int64(turn) * Self.second
            guardian.note(.off, at: now)
            #expect(guardian.action(at: now + 300_000) == .restart)
            guardian.started()
        }
        #expect(guardian.counters.restarts == 100)
    }

    @Test("What another did while we were starting is answered after the start")
    func meanwhile() {
        var guardian = after(.off)
        #expect(guardian.action(at: 300_000) == .restart)
        guardian.note(Self.parameters(listed: true), at: 301_000)
        guardian.note(.on(filtersDuplicates: false), at: 302_000)
        guardian.started()
        #expect(guardian.action(at: 602_000) == .restart)
    }
}
