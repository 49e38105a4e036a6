/// All that is wrong with a configuration, in the order of files and lines.
public struct ConfigurationErrors: Error, Hashable, Sendable, CustomStringConvertible {
    public let faults: [Fault]
    /// How many more there are; whoever has so many mistook the file.
    public let more: Int

    public var description: String {
        faults.map(\.description).joined() + (more > 0 ? "… and \(more) more\n" : "")
    }
}
