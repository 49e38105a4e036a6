/// How to listen: to every advertiser, without a duplicate filter, since the level is wanted each time.
public struct ScanParameters: Hashable, Sendable {
    /// Units of 0.625 ms, 0x0004…0x4000.
    public var interval: UInt16
    /// As `interval`, and at most that.
    public var window: UInt16
    /// Whether advertisers are asked for their scan response.
    public var isActive: Bool
    /// A passive scanner sends nothing, but some controllers refuse the public address when they have none.
    public var usesRandomAddress: Bool
    /// Whether the coded PHY has its turn beside the 1M one. Extended scans only.
    public var usesCodedPHY: Bool

    /// - Parameters: 60 ms at 100 % duty: a beacon sends on all three channels within about 10 ms, so any dwell
    ///   catches it, and long dwells mean fewer changes of channel.
    public init(
        interval: UInt16 = 0x0060, window: UInt16 = 0x0060, isActive: Bool = false, usesRandomAddress: Bool = false,
        usesCodedPHY: Bool = false
    ) {
        self.interval = interval
        self.window = window
        self.isActive = isActive
        self.usesRandomAddress = usesRandomAddress
        self.usesCodedPHY = usesCodedPHY
    }
}
