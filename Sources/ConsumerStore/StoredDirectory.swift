public import Engagement
import Hashing

/// The directory as the store has it at one moment.
public struct StoredDirectory: Sendable {
    /// Grows with every change of it.
    public let version: Int64
    public let content: DirectoryContent
    /// Of each file as it was imported last.
    let digests: [String: String]
    let tombstones: Tombstones

    /// Those of `files` that are not what was imported last.
    public func news(in files: [String: [UInt8]]) -> [String: [UInt8]] {
        files.filter { digests[$0.key] != Self.digest(of: $0.value) }
    }

    /// New files over it, checked and not yet kept. - Parameter again: also those who were erased come back.
    public func importing(_ files: [String: [UInt8]], again: Bool = false) throws(ImportError) -> DirectoryImport {
        try DirectoryImport(files, over: content) { !again && tombstones.contains($0) }
    }

    static func digest(of file: [UInt8]) -> String { Base64.url.text(SHA256.digest(of: file)) }
}
