import Glibc

/// The folder that a program keeps its state in, held against a second process for as long as this value lives.
public struct StateDirectory: ~Copyable, Sendable {
    public let path: String
    /// An open file whose lock the kernel drops with the process, however it ends.
    private let lock: Int32

    /// Where the state lies: `option` (`--state`), else `$STATE_DIRECTORY` (systemd; the first of several), else
    /// `$XDG_STATE_HOME/beckon/NAME`, else `~/.local/state/beckon/NAME`.
    ///
    /// - Parameters:
    ///   - name: `PROGRAM-ID`, so that two gateways of one person do not meet.
    ///   - installed: where the package's unit keeps it, for a tool that looks at a daemon's: it comes before the
    ///     user's own place, if it is there.
    public static func path(
        option: String?, name: String, installed: String? = nil, environment: Environment = .process
    ) throws(StateDirectoryError) -> String {
        if let option { return option }
        if let given = environment["STATE_DIRECTORY"]?.split(separator: ":").first { return String(given) }
        if let installed, exists(installed) { return installed }
        if let home = environment["XDG_STATE_HOME"], home.hasPrefix("/") { return "\(home)/beckon/\(name)" }
        guard let home = environment["HOME"] else { throw .unknown }
        return "\(home)/.local/state/beckon/\(name)"
    }

    /// - Throws: where the folder is another user's. What we made there would not be its daemon's to write.
    public static func checkOwner(of path: String) throws(StateDirectoryError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_uid != geteuid() else { return }
        throw .foreign(path: path, owner: getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) })
    }

    /// Whether there is a folder of that path.
    public static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Makes the folder where it is missing, for its owner only, and locks it.
    public init(path: String) throws(StateDirectoryError) {
        try Self.make(path)
        let lock = open("\(path)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw .failed(path: path, SystemError("open lock")) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let error = SystemError("flock")
            defer { close(lock) }
            guard error.code == EWOULDBLOCK else { throw .failed(path: path, error) }
            throw .inUse(path: path, pid: Self.holder(lock))
        }
        let pid = Array("\(getpid())\n".utf8)
        ftruncate(lock, 0)
        pwrite(lock, pid, pid.count, 0)
        self.path = path
        self.lock = lock
    }

    deinit { close(lock) }

    /// Makes the folder where it is missing, for its owner only, and does not lock it.
    public static func make(_ path: String) throws(StateDirectoryError) {
        do { try makeFolder(path) } catch { throw .failed(path: path, error) }
    }

    /// The process that works in the folder, 0 where it has not said which; `nil`: none does, as far as we may see.
    public static func user(of path: String) -> Int32? {
        let lock = open("\(path)/lock", O_RDONLY | O_CLOEXEC)
        guard lock >= 0 else { return nil }
        defer { close(lock) }
        guard flock(lock, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
        return holder(lock) ?? 0
    }

    private static func makeFolder(_ path: String) throws(SystemError) {
        for end in path.indices.dropFirst() where path[end] == "/" { mkdir(String(path[..<end]), 0o700) }
        guard mkdir(path, 0o700) != 0 else { return }
        let error = SystemError("mkdir")
        var status = stat()
        guard error.code == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw error }
    }

    /// The process id that the holder wrote.
    private static func holder(_ lock: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(lock, &bytes, bytes.count, 0)
        return Int32(String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
