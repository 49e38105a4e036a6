import Foundation
import Glibc
import Testing

/// A real mosquitto of its own: free port, temporary folder, nothing persistent. Killed with SIGKILL, since a child
/// inherits the worker thread's mask with SIGTERM blocked.
final class Broker {
    let port: UInt16
    let folder: URL
    private var process: pid_t = 0

    /// - Parameter settings: lines of its configuration beside the listener; `{folder}` is its folder.
    init(port: UInt16 = FreePort.next(), settings: String = "allow_anonymous true", files: [String: String] = [:])
        throws
    {
        self.port = port
        folder = FileManager.default.temporaryDirectory.appending(path: "beckon-mqtt-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
        let configuration = """
            listener \(port) 127.0.0.1
            persistence false
            set_tcp_nodelay true
            user root
            \(settings.replacingOccurrences(of: "{folder}", with: folder.path))
            """
        try Data(configuration.utf8).write(to: folder.appending(path: "mosquitto.conf"))
    }

    /// Starts it and waits until it listens.
    func start() throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        // It would inherit the sockets that other tests have open just now, and hold them open.
        for descriptor in Int32(3)..<512 { posix_spawn_file_actions_addclose(&actions, descriptor) }
        let words = ["/usr/sbin/mosquitto", "-c", folder.appending(path: "mosquitto.conf").path]
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        try #require(posix_spawn(&process, words[0], &actions, nil, &arguments, environ) == 0)
        let deadline = Date.now.addingTimeInterval(5)
        while !FreePort.listens(port) {
            try #require(Date.now < deadline, "mosquitto does not listen on \(port)")
            usleep(5000)
        }
    }

    func kill() {
        guard process > 0 else { return }
        Glibc.kill(process, SIGKILL)
        waitpid(process, nil, 0)
        process = 0
    }

    /// Stops it in its tracks, and lets it go on: what hangs.
    func freeze() { Glibc.kill(process, SIGSTOP) }
    func thaw() { Glibc.kill(process, SIGCONT) }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }
}

/// Ports of the loopback interface.
enum FreePort {
    /// One that nobody listens on.
    static func next() -> UInt16 {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = loopback(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(socket, $0, size)
                _ = getsockname(socket, $0, &size)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    static func listens(_ port: UInt16) -> Bool {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = loopback(port)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
