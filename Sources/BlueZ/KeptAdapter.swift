public import HCI

/// How an adapter in the care of an `AdapterKeeper` is.
public struct KeptAdapter: Hashable, Sendable {
    /// `nil` while it is not there.
    public internal(set) var adapter: Adapter?
    public internal(set) var phase = AdapterPhase.absent
    /// Whether a scan runs that hears every advertisement.
    public internal(set) var isHearing = false
    /// The commands in use, and how it listens; as last started.
    public internal(set) var family: ScanFamily?
    public internal(set) var parameters = ScanParameters()
    /// Whether it listens less since its chip serves the Wi-Fi too.
    public internal(set) var sharesRadio = false
    /// Whether nobody else can use it.
    public internal(set) var isExclusive = false
    /// Why it hears less than everything, and what to do.
    public internal(set) var complaint: ScannerError?
    /// The step of recovery that was taken last since it last heard: 0 none, 1 restart, 2 new sockets, 3 power cycle.
    public internal(set) var level = 0
    public internal(set) var counters = AdapterCounters()
}
