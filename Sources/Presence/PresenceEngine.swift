/// From sightings and the passing of time to visits and events.
///
/// A value without clock or I/O: the caller hands in instants, and takes what there is to say. Not thread-safe; one
/// owner.
public struct PresenceEngine: ~Copyable {
    /// What was refused or given up for want of room.
    public private(set) var counters = PresenceCounters()
    /// Whether some adapter is scanning.
    public private(set) var isHearing: Bool

    /// An engine that knows nobody yet.
    ///
    /// - Parameters:
    ///   - hearing: whether an adapter is scanning already; without one every region is unknown (`scanner_down`).
    ///   - start: the present instant.
    public init(_ configuration: PresenceConfiguration, hearing: Bool = true, at start: Instant) {
        isHearing = hearing
    }

    /// Takes in one sighting, after all deadlines that lie before it. What is older than the engine's present counts
    /// as heard now: time never goes back.
    public mutating func sight(_ sighting: Sighting) {}

    /// Fires every deadline up to and including `instant`, in time order. Call it when what was received before
    /// `instant` has been sighted.
    public mutating func advance(to instant: Instant) {}

    /// No deadline lies before this; at it there may turn out to be nothing to do. `nil`: time alone changes nothing.
    public var nextDeadline: Instant? { nil }

    /// The last adapter stopped scanning: from now on silence proves nothing.
    public mutating func hearingLost(at instant: Instant) { isHearing = false }

    /// An adapter scans again: every deadline starts anew.
    public mutating func hearingRestored(at instant: Instant) { isHearing = true }

    /// What there was to say since the last call, in order.
    public mutating func takeOutputs() -> [PresenceOutput] { [] }

    /// Whether anyone is in the region with this index.
    public func state(of region: Int) -> RegionState {
        RegionState(region: region, state: .unknown, count: 0, since: .zero, reason: .settling)
    }

    /// Arrivals and visits kept.
    public var pairCount: Int { 0 }
    /// Visits open.
    public var visitCount: Int { 0 }
    /// Whether some region names addresses, so that advertisements are to be sighted as `address:…` too.
    public var watchesAddresses: Bool { false }
}
