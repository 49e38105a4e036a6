import Daemon
import Foundation
import Presence
import Testing

@testable import Edge

@Suite("The watchdog")
struct WatchdogTests {
    /// What systemd would receive.
    private final class Receiver {
        let path = "\(NSTemporaryDirectory())beckon-notify-\(UUID().uuidString.prefix(8))"
        private let descriptor: Int32

        init() throws {
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let isBound = withUnsafePointer(to: address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(isBound == 0)
        }

        deinit {
            close(descriptor)
            unlink(path)
        }

        var count: Int {
            var buffer = [UInt8](repeating: 0, count: 64)
            var count = 0
            while recv(descriptor, &buffer, 64, Int32(MSG_DONTWAIT)) > 0 { count += 1 }
            return count
        }
    }

    private func notifier(_ receiver: Receiver, period: Int64) -> ServiceNotifier {
        ServiceNotifier(environment: Environment(["NOTIFY_SOCKET": receiver.path, "WATCHDOG_USEC": "\(period)"]))
    }

    @Test("It tells systemd twice in each period, and not with every turn")
    func pace() throws {
        let receiver = try Receiver()
        var watchdog = Watchdog(notifier(receiver, period: 20_000_000), at: .zero)
        for second in 0..<60 as Range<Int64> { watchdog.look(at: .zero + .seconds(second), stuck: { [] }) }
        #expect(receiver.count == 6)
    }

    @Test("While a thread is stuck it tells nothing, though the gateway's own thread turns")
    func stuck() throws {
        let receiver = try Receiver()
        var watchdog = Watchdog(notifier(receiver, period: 20_000_000), at: .zero)
        #expect(watchdog.look(at: .zero, stuck: { ["bluetooth auto"] }) == ["bluetooth auto"])
        #expect(watchdog.look(at: .zero + .seconds(1), stuck: { ["bluetooth auto"] }).isEmpty)
        #expect(receiver.count == 0)
        #expect(watchdog.look(at: .zero + .seconds(10), stuck: { [] }).isEmpty)
        #expect(receiver.count == 1)
    }

    @Test("Where nobody watches there is nothing to do")
    func unwatched() throws {
        var watchdog = Watchdog(ServiceNotifier(environment: Environment([:])), at: .zero)
        #expect(watchdog.deadline == nil)
        #expect(watchdog.look(at: .zero, stuck: { ["bluetooth auto"] }).isEmpty)
    }
}
