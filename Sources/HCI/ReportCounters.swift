/// What a report decoder met, since its start.
public struct ReportCounters: Hashable, Sendable {
    /// Advertising report events.
    public internal(set) var events: UInt64 = 0
    /// Packets of other kinds, passed over.
    public internal(set) var otherPackets: UInt64 = 0
    /// Reports given; a chain of fragments is one.
    public internal(set) var reports: UInt64 = 0
    /// Of these, by the PDU that was sent; `directed` is below.
    public internal(set) var connectable: UInt64 = 0
    public internal(set) var scannable: UInt64 = 0
    public internal(set) var nonConnectable: UInt64 = 0
    public internal(set) var scanResponses: UInt64 = 0
    public internal(set) var extended: UInt64 = 0
    /// Of these, without data.
    public internal(set) var empty: UInt64 = 0
    /// Of these, directed to someone: no beacon's, but a sign of life.
    public internal(set) var directed: UInt64 = 0
    /// Of these, without a level.
    public internal(set) var rssiUnavailable: UInt64 = 0
    /// Of these, with data that the controller could not give whole.
    public internal(set) var truncated: UInt64 = 0
    /// Packets shorter than they say, dropped.
    public internal(set) var cutPackets: UInt64 = 0
    /// Reports that claim more bytes than their event has; what came before them in it was given.
    public internal(set) var cutReports: UInt64 = 0
    /// Events that announce no report or an undefined data status.
    public internal(set) var invalid: UInt64 = 0
    /// Chains of fragments whose end did not come in time.
    public internal(set) var expiredChains: UInt64 = 0
    /// Chains given up for a newer one, as too many were open.
    public internal(set) var evictedChains: UInt64 = 0
    /// Chains longer than any advertisement may be, dropped.
    public internal(set) var overlongChains: UInt64 = 0

    public init() {}

    /// Everything that no sound controller sends.
    public var malformed: UInt64 { cutPackets + cutReports + invalid + overlongChains }
}
