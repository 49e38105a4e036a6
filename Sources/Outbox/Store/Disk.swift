import Glibc

/// The disk under the outbox: how much is free, and a file that gives way when nothing is (measured: on a disk that is
/// really full even DELETE fails, and a MiB set free makes it work again).
struct Disk {
    /// Bytes.
    static let ballast: Int64 = 1 << 20

    private let folder: String
    private let ballastPath: String

    init(besides path: String) {
        ballastPath = path + ".ballast"
        let slash = path.lastIndex(of: "/")
        folder = slash.map { String(path[..<$0]) } ?? "."
    }

    /// Bytes that this process may still use; `nil`: not known.
    var free: Int64? {
        var statistics = statvfs()
        guard statvfs(folder.isEmpty ? "/" : folder, &statistics) == 0 else { return nil }
        let (bytes, overflow) = UInt64(statistics.f_bavail).multipliedReportingOverflow(by: UInt64(statistics.f_frsize))
        return overflow ? .max : Int64(clamping: bytes)
    }

    /// Takes the ballast up, where it is missing and that leaves `minFree`.
    func hold(minFree: Int64) {
        guard access(ballastPath, F_OK) != 0, let free, free >= minFree.sum(2 * Self.ballast) else { return }
        let file = open(ballastPath, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        if posix_fallocate(file, 0, off_t(Self.ballast)) != 0 { unlink(ballastPath) }
        close(file)
    }

    /// Throws it off; `false`: there was none.
    func release() -> Bool { unlink(ballastPath) == 0 }
}
