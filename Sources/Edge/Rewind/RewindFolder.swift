import Daemon
import Glibc

/// The files of the sightings that are kept: each is one run of the gateway, or a part of one. Together a ring.
package struct RewindFolder {
    package let path: String

    /// Bytes of the largest file; of the ring it is a part.
    static let largestPart: Int64 = 8
    /// Runs that end at once must not fill the folder.
    private static let most = 512
    private static let suffix = ".rewind"

    package init(_ path: String) { self.path = path }

    /// The names begin with the time, so that their order is the files'.
    package func files() -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if Self.time(of: name) != nil { names.append(name) }
        }
        return names.sorted()
    }

    /// Unix microseconds at which a file begins.
    static func time(of name: String) -> Int64? {
        guard name.hasSuffix(suffix), name.utf8.count == 20 + suffix.utf8.count else { return nil }
        return Int64(name.dropLast(suffix.count))
    }

    /// A new file behind all others.
    func create(at unixMicroseconds: Int64) throws(SystemError) -> OutputFile {
        mkdir(path, 0o700)
        let latest = files().last.flatMap(Self.time(of:)) ?? 0
        let time = max(unixMicroseconds, latest < .max ? latest + 1 : latest)
        let digits = "\(time)"
        let name = String(repeating: "0", count: max(20 - digits.utf8.count, 0)) + digits + Self.suffix
        return try OutputFile(creating: "\(path)/\(name)")
    }

    /// Removes what is too old, and the oldest while there is too much; the latest file stays.
    ///
    /// - Parameters:
    ///   - oldest: Unix microseconds; a file goes when the one after it begins before that.
    ///   - limit: bytes of all files.
    func prune(before oldest: Int64, atMost limit: Int64) {
        let names = files()
        var sizes = names.map { size(of: $0) }
        var total = sizes.reduce(0, +)
        for (index, name) in names.enumerated().dropLast() {
            let isOld = Self.time(of: names[index + 1]).map { $0 < oldest } ?? false
            guard isOld || total > limit || names.count - index > Self.most else { return }
            unlink("\(path)/\(name)")
            total -= sizes[index]
            sizes[index] = 0
        }
    }

    func removeAll() { for name in files() { unlink("\(path)/\(name)") } }

    private func size(of name: String) -> Int64 {
        var status = stat()
        return stat("\(path)/\(name)", &status) == 0 ? Int64(status.st_size) : 0
    }
}
