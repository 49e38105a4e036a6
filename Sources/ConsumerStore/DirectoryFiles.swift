import Daemon
import Engagement

/// Files of a directory, as a person names them.
public struct DirectoryFiles: Sendable {
    /// Why they are not imported: every fault of theirs, each with its path.
    public struct Failure: Error, CustomStringConvertible, Sendable {
        public let description: String
        /// The names of those that were to be imported.
        public let files: [String]
    }

    /// By name.
    public private(set) var contents: [String: [UInt8]] = [:]
    private var paths: [String: String] = [:]

    /// Those of a folder that are files of a directory.
    public init(in folder: String) throws(Failure) {
        for name in Directory.fileNames { try add("\(folder)/\(name)", isOptional: true) }
    }

    /// Single files; none twice.
    public init(_ files: [String]) throws(Failure) {
        for path in files { try add(path, isOptional: false) }
    }

    private mutating func add(_ path: String, isOptional: Bool) throws(Failure) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let bytes: [UInt8]
        do {
            bytes = try FileContent.read(path, atMost: DirectoryImport.largestFile)
        } catch {
            if isOptional, error.isMissing { return }
            throw Failure(description: "\(path) \(error)", files: [name])
        }
        guard contents.updateValue(bytes, forKey: name) == nil else {
            throw Failure(description: "\(path): there is another \(name) among the files; give one", files: [name])
        }
        paths[name] = path
    }

    /// All that is wrong with `files` of them, and with what was imported before and does not go with them.
    func failure(_ error: ImportError, of files: some Sequence<String>) -> Failure {
        let faults = error.faults.map { fault in
            let file = fault.place.file
            let path = paths[file] ?? (fault.place.line > 0 ? "\(file), imported before" : file)
            return fault.description.replacingPrefix(file, with: path)
        }
        let others = error.others > 0 ? ["and \(error.others) more"] : []
        return Failure(description: (faults + others).joined(separator: "\n"), files: files.sorted())
    }
}

extension String {
    fileprivate func replacingPrefix(_ prefix: String, with other: String) -> String {
        other + dropFirst(prefix.count)
    }
}
