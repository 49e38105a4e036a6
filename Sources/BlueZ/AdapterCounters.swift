/// What an adapter has been through.
public struct AdapterCounters: Hashable, Sendable {
    public internal(set) var scans = GuardCounters()
    public internal(set) var hardwareErrors: UInt64 = 0
    /// Commands that the controller did not answer.
    public internal(set) var commandTimeouts: UInt64 = 0
    /// Times that it was switched on after someone had switched it off.
    public internal(set) var powerUps: UInt64 = 0
    public internal(set) var powerCycles: UInt64 = 0
    public internal(set) var deviceResets: UInt64 = 0
    /// Times that the radio switch was found off.
    public internal(set) var blocks: UInt64 = 0
    public internal(set) var unplugs: UInt64 = 0

    public init() {}
}
