/// How a person wants to listen.
public struct ScanSettings: Hashable, Sendable {
    public enum Mode: String, Sendable, CaseIterable {
        /// Sends nothing: beacons put everything into their first packet.
        case passive
        /// Asks each scannable advertiser for its scan response.
        case active
    }

    /// What share of the time the radio listens.
    public enum Profile: String, Sendable, CaseIterable {
        /// `wifi` where the adapter is a UART one and the default route is Wi-Fi at 2.4 GHz: one chip, one antenna.
        case auto
        /// All of it.
        case full
        /// 60 of 100 ms: combined chips lose their Wi-Fi under a scan that never pauses.
        case wifi
    }

    public var mode: Mode = .passive
    public var profile: Profile = .auto
    /// Listens on the coded PHY too, which halves the time for the usual one.
    public var coded = false
    /// The kernel passes on iBeacons only: fewer wake-ups where the air is full.
    public var iBeaconOnly = false
    /// The adapter is ours alone: nobody can disturb the scan, and bluetoothd loses the adapter.
    public var exclusive = false

    public init() {}
}

extension ScanSettings {
    /// - Parameter sharesRadio: whether the adapter's chip serves Wi-Fi at 2.4 GHz now; decides for `auto`.
    public func parameters(sharesRadio: Bool) -> ScanParameters {
        let isShared = profile == .wifi || profile == .auto && sharesRadio
        return ScanParameters(
            // 100 ms, in units of 0.625 ms.
            interval: isShared ? 0x00A0 : 0x0060, window: 0x0060, isActive: mode == .active, usesCodedPHY: coded)
    }
}
