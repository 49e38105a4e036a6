import Glibc

/// Tells systemd how the service is: one datagram a message (sd_notify(3)). Without systemd it does nothing.
public struct ServiceNotifier: Sendable {
    private let socket: String?
    /// How often `alive()` must be called: half of the unit's `WatchdogSec=`; `nil` where it has none.
    public let watchdogInterval: Duration?

    public init(environment: Environment = .process) {
        socket = environment["NOTIFY_SOCKET"]
        let isOurs = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
        let period = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        watchdogInterval = isOurs && period > 0 ? .microseconds(period / 2) : nil
    }

    public func ready() { send("READY=1") }
    public func stopping() { send("STOPPING=1") }
    public func alive() { send("WATCHDOG=1") }

    /// One line for `systemctl status`.
    public func status(_ text: String) { send("STATUS=\(LogLine.escaped(text))") }

    private func send(_ message: String) {
        guard let socket, let (address, length) = address(of: socket) else { return }
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array(message.utf8)
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), address, length)
            }
        }
    }

    /// `/path`, or `@name` of the abstract namespace, whose length counts and which ends in no zero byte.
    private func address(of socket: String) -> (sockaddr_un, socklen_t)? {
        var name = Array(socket.utf8)
        let isAbstract = name.first == UInt8(ascii: "@")
        var address = sockaddr_un()
        guard isAbstract || name.first == UInt8(ascii: "/"),
            name.count < MemoryLayout.size(ofValue: address.sun_path)
        else { return nil }
        if isAbstract { name[0] = 0 } else { name.append(0) }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let prefix = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? MemoryLayout<sa_family_t>.size
        return (address, socklen_t(prefix + name.count))
    }
}
