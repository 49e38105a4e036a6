/// What is kept of the sightings, to be run again with other thresholds.
public struct RewindSettings: Hashable, Sendable {
    /// For how long; `nil`: nothing is kept.
    public var keep: Duration?
    /// Bytes of all files together.
    public var maxSize: Int64 = 32 << 20

    public init() {}
}

extension RewindSettings {
    mutating func read(_ section: Section) {
        section.read("keep", into: &keep, Kind<Duration>.duration(.seconds(60), .seconds(365 * 86_400)).or("off"))
        section.read("max_size", into: &maxSize, .size(1 << 20...1 << 30))
    }
}
