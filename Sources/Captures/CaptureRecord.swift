/// One thing that a capture says.
public struct CaptureRecord: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        /// An event of the controller, as an H4 packet.
        case packet([UInt8])
        /// From here on nothing was heard: the adapter closed, or the recorder dropped packets.
        case gapBegins
        case gapEnds
    }

    /// Since 1970, from 0 to the year 9999.
    public var unixMicroseconds: Int64
    /// N of `hciN`; 0 where the format does not say.
    public var adapter: UInt16
    public var content: Content

    public init(unixMicroseconds: Int64, adapter: UInt16, content: Content) {
        self.unixMicroseconds = unixMicroseconds
        self.adapter = adapter
        self.content = content
    }

    /// Times that a record may have; 253,402,300,800 is the year 10000.
    static let times = 0..<253_402_300_800_000_000 as Range<Int64>
}
