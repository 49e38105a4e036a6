import Glibc
import Testing

@testable import Daemon

/// A datagram socket as systemd listens on.
private struct Manager: ~Copyable {
    let descriptor: Int32

    /// - Parameter name: a path, or `@name` in the abstract namespace.
    init(_ name: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        if name.hasPrefix("@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(2 + bytes.count)
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = bind(descriptor, $0, length) }
        }
    }

    deinit { close(descriptor) }

    func message() -> String? {
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}

@Suite("systemd")
struct ServiceNotifierTests {
    @Test("Each state is one datagram, to a path or an abstract name", arguments: [false, true])
    func messages(isAbstract: Bool) {
        let path = temporaryPath()
        defer { unlink(path) }
        let name = isAbstract ? "@\(path)" : path
        let manager = Manager(name)
        let notifier = ServiceNotifier(environment: ["NOTIFY_SOCKET": name])
        notifier.ready()
        notifier.alive()
        notifier.status("degraded:\nno adapter")
        notifier.stopping()
        #expect(manager.message() == "READY=1")
        #expect(manager.message() == "WATCHDOG=1")
        #expect(manager.message() == "STATUS=degraded:\\nno adapter")
        #expect(manager.message() == "STOPPING=1")
        #expect(manager.message() == nil)
    }

    @Test("Without a manager, or with a name that cannot be one, nothing happens")
    func absent() {
        for name in ["", "relative", "/tmp/none", "@" + String(repeating: "x", count: 300)] {
            ServiceNotifier(environment: ["NOTIFY_SOCKET": name]).ready()
        }
    }

    @Test("The watchdog is fed at half of its time, where it is ours")
    func watchdog() {
        #expect(ServiceNotifier(environment: [:]).watchdogInterval == nil)
        #expect(ServiceNotifier(environment: ["WATCHDOG_USEC": "30000000"]).watchdogInterval == .seconds(15))
        #expect(ServiceNotifier(environment: ["WATCHDOG_USEC": "-1"]).watchdogInterval == nil)
        let ours: Environment = ["WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "\(getpid())"]
        #expect(ServiceNotifier(environment: ours).watchdogInterval == .milliseconds(500))
        let others: Environment = ["WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "1"]
        #expect(ServiceNotifier(environment: others).watchdogInterval == nil)
    }
}
