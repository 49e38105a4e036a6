/// Why a directory was not imported: every fault of all its files.
public struct ImportError: Error, Hashable, Sendable {
    /// By file, line and column; the first hundred.
    public let faults: [ImportFault]
    /// Faults beyond those.
    public let others: Int
}

extension ImportError: CustomStringConvertible {
    /// A fault a line.
    public var description: String {
        let lines = faults.map(\.description)
        return (others > 0 ? lines + ["and \(others) more"] : lines).joined(separator: "\n")
    }
}
