@testable import MQTT
import Testing

@Suite("The client's rules")
struct RulesTests {
    private struct Highest: RandomNumberGenerator {
        func next() -> UInt64 { .max }
    }

    private struct Lowest: RandomNumberGenerator {
        func next() -> UInt64 { 0 }
    }

    @Test("The wait is anything from nothing to a bound that doubles to the longest, and begins anew")
    func backOff() {
        var backOff = BackOff()
        var highest = Highest()
        var lowest = Lowest()
        for bound in [0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60] {
            var copy = backOff
            #expect(copy.next(using: &lowest) == .zero)
            let wait = backOff.next(using: &highest)
            #expect(wait <= .seconds(bound) && wait > .seconds(bound * 0.999))
        }
        for _ in 0..<10_000 { #expect(backOff.next(using: &highest) <= .seconds(60)) }
        backOff.reset()
        #expect(backOff.next(using: &highest) <= .milliseconds(500))
    }

    @Test("3.1.1 follows a refusal of the version, or two closes in a row; nothing else")
    func version() {
        var choice = VersionChoice()
        for fault: MQTTFault in [.unanswered, .unreachable(""), .refused(code: 0x87, ""), .tls(""), .closedUnanswered] {
            choice.failed(fault)
        }
        #expect(choice.version == .v5)
        choice.failed(.unreachable(""))
        choice.failed(.closedUnanswered)
        #expect(choice.version == .v5)
        choice.failed(.closedUnanswered)
        #expect(choice.version == .v311)
        choice.failed(.refused(code: 1, ""))
        #expect(choice.version == .v5)
        choice.failed(.refused(code: 0x84, ""))
        #expect(choice.version == .v311)
        choice.connected()
        for _ in 0..<4 { choice.failed(.closedUnanswered) }
        #expect(choice.version == .v311)
    }

    @Test("Closes are a guess, and 5 gets another chance when the broker is there; a refusal counts at any time")
    func closes() {
        var choice = VersionChoice()
        for _ in 0..<2 { choice.failed(.closedUnanswered) }
        #expect(choice.version == .v311 && choice.isGuess)
        choice.connected()
        #expect(choice.version == .v5)
        var old = choice
        old.failed(.closedUnanswered)
        #expect(old.version == .v311 && !old.isGuess)
        old.connected()
        for _ in 0..<4 { old.failed(.closedUnanswered) }
        #expect(old.version == .v311)
        choice.connected()
        for _ in 0..<4 { choice.failed(.closedUnanswered) }
        #expect(choice.version == .v5)
        choice.failed(.refused(code: 0x84, ""))
        #expect(choice.version == .v311 && !choice.isGuess)
        choice.connected()
        #expect(choice.version == .v311)
    }

    @Test("More than three losses within a minute are told")
    func contest() {
        var contest = Contest()
        #expect(
            [0, 20, 40, 60, 61, 79, 200].map { contest.lost(at: .seconds($0)) } == [nil, nil, nil, nil, 4, 5, nil])
    }

    @Test("Timeouts for poll are rounded up, and bounded")
    func pollTimeout() {
        #expect(Duration.nanoseconds(1).pollTimeout == 1)
        #expect(Duration.milliseconds(1500).pollTimeout == 1500)
        #expect(Duration.zero.pollTimeout == 0)
        #expect(Duration.milliseconds(-1).pollTimeout == 0)
        #expect(Duration.seconds(Int64.max).pollTimeout == 86_400_000)
    }
}
