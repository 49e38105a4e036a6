import Daemon
import Engagement

/// Whether files of a directory have been dropped into a folder, and are whole.
struct FolderWatch {
    /// Behind a file's name, what is wrong with it.
    static let errors = ".errors.txt"

    private var seen: [String: FileStamp] = [:]
    private var taken: [String: FileStamp]?

    /// Once for each change, when two looks have seen the same: else someone is still writing.
    mutating func hasChanged(_ folder: String) -> Bool {
        var now: [String: FileStamp] = [:]
        for name in Directory.fileNames { now[name] = FileStamp(of: "\(folder)/\(name)") }
        defer { seen = now }
        guard let taken else {
            self.taken = now
            return true
        }
        guard now == seen, now != taken else { return false }
        self.taken = now
        return true
    }
}
