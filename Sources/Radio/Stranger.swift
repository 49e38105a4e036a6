import Beacons

/// Devices in the air that are none of the shop's.
enum Stranger: CaseIterable, Sendable {
    case phone, watch, labelOfNeighbour, posterOfNeighbour

    /// Seconds between two advertisements.
    var interval: Double {
        switch self {
        case .phone: 0.4
        case .watch: 0.9
        case .labelOfNeighbour: 1.0
        case .posterOfNeighbour: 1.1
        }
    }

    /// What such a device sends.
    func data(_ random: inout SplitMix64) -> [UInt8] {
        switch self {
        case .phone: appleContinuity(type: 0x10, length: 5, &random)
        case .watch: appleContinuity(type: 0x0C, length: 14, &random)
        case .labelOfNeighbour:
            BeaconFrame.eddystoneUID(
                EddystoneUID(txPower: -20, namespace: 0xEDD1_EBEA_C04E_5DEF_A017, instance: random.next() & 0xFFFF)
            ).advertisingData
        case .posterOfNeighbour:
            BeaconFrame.iBeacon(
                IBeacon(
                    uuid: BeaconUUID(0xE2C5_6DB5_DFFB_48D2_B060_D0F5_A710_96E0), major: 0, minor: 0, measuredPower: -59)
            ).advertisingData
        }
    }

    /// Flags and Apple's manufacturer data with a message of `type` (0x10 nearby info, 0x0C hand-off).
    private func appleContinuity(type: UInt8, length: Int, _ random: inout SplitMix64) -> [UInt8] {
        let message = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        return [2, ADStructure.flags, 0x1A, UInt8(5 + length), ADStructure.manufacturerData, 0x4C, 0x00, type]
            + [UInt8(length)] + message
    }
}
