/// How to listen. Passive, every advertiser, no duplicate filter, 1M PHY: a beacon says all in its first packet, and
/// its level is wanted each time.
public struct ScanParameters: Hashable, Sendable {
    /// Units of 0.625 ms, 0x0004…0x4000.
    public var interval: UInt16
    /// As `interval`, and at most that.
    public var window: UInt16
    /// A passive scanner sends nothing, but some controllers refuse the public address when they have none.
    public var usesRandomAddress: Bool

    /// - Parameters: 60 ms at 100 % duty: a beacon sends on all three channels within about 10 ms, so any dwell
    ///   catches it, and long dwells mean fewer changes of channel.
    public init(interval: UInt16 = 0x0060, window: UInt16 = 0x0060, usesRandomAddress: Bool = false) {
        self.interval = interval
        self.window = window
        self.usesRandomAddress = usesRandomAddress
    }
}
