/// What to send, how often: not connectable, from the adapter's own address, on all three channels.
public struct Advertisement: Hashable, Sendable {
    /// The AD structures, at most 31 bytes.
    public let data: [UInt8]
    /// Units of 0.625 ms.
    public let interval: UInt16

    /// 20 ms to 10.24 s (Vol 4, Part E, section 7.8.5). Before Bluetooth 5 a controller takes no less than 100 ms.
    public static let intervals: ClosedRange<UInt16> = 0x0020...0x4000
    static let longestData = 31

    /// `nil` where no legacy advertisement can be so.
    public init?(data: [UInt8], interval: UInt16) {
        guard data.count <= Self.longestData, Self.intervals.contains(interval) else { return nil }
        self.data = data
        self.interval = interval
    }

    /// Milliseconds, rounded.
    public var milliseconds: Int { (Int(interval) * 5 + 4) / 8 }
}
