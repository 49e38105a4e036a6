/// What the decoder met, since the start.
public struct DecodeCounters: Hashable, Sendable {
    /// Identities given.
    public internal(set) var beacons: UInt64 = 0
    /// iBeacons whose UUID is all zero (*not assigned*), dropped.
    public internal(set) var unassigned: UInt64 = 0
    /// Advertisements with a structure that claims more bytes than there are.
    public internal(set) var overruns: UInt64 = 0
    private var malformed = [UInt64](repeating: 0, count: MalformedFrame.allCases.count)

    public init() {}

    /// Structures that begin as a beacon frame and, for `reason`, are none.
    public internal(set) subscript(reason: MalformedFrame) -> UInt64 {
        get { malformed[reason.rawValue] }
        set { malformed[reason.rawValue] = newValue }
    }
}
