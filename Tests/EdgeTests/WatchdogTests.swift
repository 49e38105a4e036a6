import Daemon
import Foundation
import Presence
import TestSupport
import Testing

@testable import Edge

@Suite("The watchdog")
struct WatchdogTests {
    private func notifier(_ receiver: DatagramSocket, period: Int64) -> ServiceNotifier {
        ServiceNotifier(environment: Environment(["NOTIFY_SOCKET": receiver.path, "WATCHDOG_USEC": "\(period)"]))
    }

    /// How many messages came since the last call.
    private func count(_ receiver: DatagramSocket) -> Int {
        var count = 0
        while receiver.next(waits: false) != nil { count += 1 }
        return count
    }

    @Test("It tells systemd twice in each period, and not with every turn")
    func pace() throws {
        let receiver = try DatagramSocket()
        var watchdog = Watchdog(notifier(receiver, period: 20_000_000), at: .zero)
        for second in 0..<60 as Range<Int64> { watchdog.look(at: .zero + .seconds(second), stuck: { [] }) }
        #expect(count(receiver) == 6)
    }

    @Test("While a thread is stuck it tells nothing, though the gateway's own thread turns")
    func stuck() throws {
        let receiver = try DatagramSocket()
        var watchdog = Watchdog(notifier(receiver, period: 20_000_000), at: .zero)
        #expect(watchdog.look(at: .zero, stuck: { ["bluetooth auto"] }) == ["bluetooth auto"])
        #expect(watchdog.look(at: .zero + .seconds(1), stuck: { ["bluetooth auto"] }).isEmpty)
        #expect(count(receiver) == 0)
        #expect(watchdog.look(at: .zero + .seconds(10), stuck: { [] }).isEmpty)
        #expect(count(receiver) == 1)
    }

    @Test("Where nobody watches there is nothing to do")
    func unwatched() throws {
        var watchdog = Watchdog(ServiceNotifier(environment: Environment([:])), at: .zero)
        #expect(watchdog.deadline == nil)
        #expect(watchdog.look(at: .zero, stuck: { ["bluetooth auto"] }).isEmpty)
    }
}
