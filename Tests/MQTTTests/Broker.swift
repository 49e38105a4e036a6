import Foundation
import Glibc
import TestSupport
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
