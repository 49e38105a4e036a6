public import HCI

/// What a controller does wrong, on request.
public struct Faults: Sendable {
    /// Scans, and reports nothing.
    public var isSilent = false
    /// Answers no command, and does nothing that it is told.
    public var isMute = false
    /// Microseconds before an answer.
    public var delay: Int64 = 0
    /// Whether it goes by its duplicate filter and its accept list.
    public var honoursFilters = true
    /// Commands that are refused, whatever they ask for.
    public var statuses: [UInt16: HCIStatus] = [:]

    public init() {}
}
