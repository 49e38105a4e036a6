import Messages
import Presence
import Testing

@testable import Edge

@Suite struct StatusTellerTests {
    private func status(_ state: Status.State, _ adapter: String = "scanning", since: Double? = nil) -> Status {
        Status(
            at: 0, state: state, boot: "b", since: 0, version: "0",
            adapters: [.init(address: "hci0", state: adapter, mode: "passive", lastAdvertisement: since)])
    }

    private func at(_ milliseconds: Int64) -> Instant { Instant(microseconds: milliseconds * 1000) }

    @Test func nothingIsToldBeforeAConnectionHasHeardTheFirstStatus() {
        var teller = StatusTeller()
        let tells = teller.isToTell(status(.degraded), at: at(5000))
        #expect(!tells)
        #expect(teller.deadline == nil)
    }

    @Test func aChangeIsToldOnceWhenItHasLastedASecond() {
        var teller = StatusTeller()
        teller.told(status(.online))
        let tells = [0, 999, 1000, 1001, 5000].map { teller.isToTell(status(.online, "down"), at: at($0)) }
        #expect(tells == [false, false, true, false, false])
        #expect(teller.deadline == nil)
    }

    @Test func whatPassesWithinASecondIsNeverTold() {
        var teller = StatusTeller()
        teller.told(status(.online))
        var tells: [Bool] = []
        for turn in 0..<20 as Range<Int64> {
            tells.append(teller.isToTell(status(.online, turn % 2 == 0 ? "contended" : "scanning"), at: at(turn * 600)))
        }
        #expect(!tells.contains(true))
    }

    @Test func theAgeOfTheLastAdvertisementIsNoChange() {
        var teller = StatusTeller()
        teller.told(status(.online, since: 1))
        let tells = [0, 5000].map { teller.isToTell(status(.online, since: 7), at: at($0)) }
        #expect(tells == [false, false])
    }
}
