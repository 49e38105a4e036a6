import Foundation

/// A real program, started with no signal blocked (a test's thread blocks SIGTERM, and a child would inherit that),
/// its output in a file. Killed when it goes out of scope.
final class ChildProcess {
    let pid: pid_t
    let output: URL
    private var exitStatus: Int32?

    /// - Parameters:
    ///   - output: where standard output and error go.
    ///   - input: a file.
    init(
        _ program: String, _ arguments: [String], output: URL, input: String = "/dev/null",
        environment: [String: String] = [:]
    ) throws {
        self.output = output
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
        var argv = ([program] + arguments).map { strdup($0) } + [nil]
        var envp = variables.map { strdup($0) } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, program, &actions, &attributes, &argv, &envp)
        guard code == 0 else { throw HarnessError("cannot start \(program): \(String(cString: strerror(code)))") }
        self.pid = pid
    }

    deinit {
        if exitStatus == nil {
            kill(-pid, SIGKILL)
            var status: Int32 = 0
            waitpid(pid, &status, 0)
        }
    }

    func send(_ signal: Int32) { kill(pid, signal) }

    /// What it has printed so far.
    var text: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

    var isRunning: Bool { status == nil }

    /// Waits for the end: the exit code, or the negative signal that ended it.
    func exitCode(within limit: Duration = .seconds(10)) async throws -> Int32 {
        try await eventually("\(output.lastPathComponent) ends", within: limit) { self.status != nil }
        let status = exitStatus ?? 0
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }

    private var status: Int32? {
        if exitStatus == nil {
            var status: Int32 = 0
            if waitpid(pid, &status, WNOHANG) == pid { exitStatus = status }
        }
        return exitStatus
    }
}

struct HarnessError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// Polls until `condition` holds; an error that names what was waited for when it does not in time.
func eventually(
    _ what: @autoclosure () -> String, within limit: Duration = .seconds(60), _ condition: () throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while try !condition() {
        guard ContinuousClock.now < deadline else { throw HarnessError("not within \(limit): \(what())") }
        try await Task.sleep(for: .milliseconds(20))
    }
}
