import Glibc

/// A file that is written from its beginning to its end, or standard output.
public struct OutputFile: ~Copyable, Sendable {
    /// As it is named, for people.
    public let name: String
    private let descriptor: Int32

    public static func standard() -> OutputFile {
        // A copy, so that closing it closes nothing else.
        OutputFile(name: "standard output", descriptor: dup(STDOUT_FILENO))
    }

    /// What is said beside the output.
    public static func standardError() -> OutputFile {
        OutputFile(name: "standard error", descriptor: dup(STDERR_FILENO))
    }

    /// A new file, for its owner only; one that is there already is left alone.
    public init(creating path: String) throws(SystemError) {
        try self.init(path, O_CREAT | O_EXCL, mode: 0o600)
    }

    /// A file that grows, for its owner only; made where it is missing.
    public init(appendingTo path: String) throws(SystemError) {
        try self.init(path, O_APPEND | O_CREAT, mode: 0o600)
    }

    /// A file whose content is replaced; one that others may read.
    public init(replacing path: String) throws(SystemError) {
        try self.init(path, O_TRUNC | O_CREAT, mode: 0o644)
    }

    private init(_ path: String, _ flags: Int32, mode: mode_t) throws(SystemError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | flags, mode)
        guard descriptor >= 0 else { throw SystemError(path) }
        self.init(name: path, descriptor: descriptor)
    }

    private init(name: String, descriptor: Int32) {
        self.name = name
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Removes a file; one that is not there is no fault.
    public static func remove(_ path: String) { unlink(path) }

    /// Writes all of `bytes`, or says why not: a full disk, a reader that has gone.
    public func write(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wait, 1, -1)
            } else if errno != EINTR {
                throw SystemError(name)
            }
        }
    }

    public func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }

    /// Sees to it that all is on the disk.
    public func synchronise() throws(SystemError) {
        // Pipes and terminals have no disk.
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else { throw SystemError(name) }
    }
}

extension SystemError {
    /// Whoever read our output has gone, which is no fault.
    public var isClosedPipe: Bool { code == EPIPE }
}
