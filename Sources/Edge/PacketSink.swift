package import Presence

/// Who listens: the pipeline, or whoever shows or records what is in the air.
package protocol PacketSink: ~Copyable {
    /// One H4 packet from the controller of `adapter` (N of `hciN`), or from a capture of one.
    mutating func packet(_ packet: Span<UInt8>, from adapter: UInt16, at instant: Instant)

    /// From here on no adapter hears.
    mutating func hearingLost(at instant: Instant)
    mutating func hearingRestored(at instant: Instant)
}
