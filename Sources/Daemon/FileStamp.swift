import Glibc

/// What shows that a file has changed, without reading it.
public struct FileStamp: Hashable, Sendable {
    private let size: Int64
    private let node: UInt64
    /// Nanoseconds since 1970.
    private let changed: Int64

    /// `nil`: there is no such file.
    public init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        size = Int64(status.st_size)
        node = UInt64(status.st_ino)
        changed = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }
}
