import TestSupport
import Beacons
import HCI
import TestSupport

/// Advertisements as a controller reports them, in the mix of an office street: 40 % iBeacon, 20 % Apple continuity,
/// 10 % Eddystone, 10 % AltBeacon, 20 % others; each beacon once.
struct Corpus {
    /// H4 packets, one after the other.
    var bytes: [UInt8] = []
    /// Where each packet begins, and where the last one ends.
    var bounds: [Int] = [0]
    var packetCount: Int { bounds.count - 1 }
    /// Everybody sends once a second.
    var nanosecondsApart: Int64 { 1_000_000_000 / Int64(packetCount) }

    static let uuid: UInt128 = 0x41c0_8dfd_b719_4ccb_9d3b_5aa7_c386_0f89
    static let namespace: UInt128 = 0x00be_c0de_0000_1234_5678
    static let company: UInt16 = 0x0118

    /// A corpus in which about `pairs` beacons lie in a region.
    init(pairs: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var order = (0..<pairs * 10 / 6).map { $0 % 10 }
        order.shuffle(using: &random)
        for (number, kind) in order.enumerated() {
            let address = BluetoothAddress(UInt64.random(in: 0..<1 << 48, using: &random))
            let data: [UInt8]
            switch kind {
            case 0..<4:
                data =
                    BeaconFrame.iBeacon(
                        IBeacon(
                            uuid: BeaconUUID(Corpus.uuid), major: UInt16(truncatingIfNeeded: number >> 16),
                            minor: UInt16(truncatingIfNeeded: number), measuredPower: -59)
                    ).advertisingData
            case 4:
                data =
                    BeaconFrame.eddystoneUID(
                        EddystoneUID(txPower: -18, namespace: Corpus.namespace, instance: UInt64(number))
                    ).advertisingData
            case 5:
                data =
                    BeaconFrame.altBeacon(
                        AltBeacon(
                            code: Corpus.company, idUpper: 0xA17B_EAC0, idLower: UInt32(truncatingIfNeeded: number),
                            measuredPower: -59)
                    ).advertisingData
            case 6, 7:  // Apple continuity: "nearby info"
                data = [2, 0x01, 0x1A, 10, 0xFF, 0x4C, 0x00, 0x10, 5] + random.bytes(5...5)
            case 8:  // a name and a service
                data = [2, 0x01, 0x06, 3, 0x03, 0x0F, 0x18, 9, 0x09] + Array("tag-1234".utf8)
            default:  // some other manufacturer
                data = [2, 0x01, 0x06, 23, 0xFF, 0x75, 0x00] + random.bytes(20...20)
            }
            let rssi = Int8.random(in: -90 ... -50, using: &random)
            let report = AdvertisementReport(kind: .nonConnectable, addressType: 1, address: address, rssi: rssi)
            bytes += report.packet(data: data)
            bounds.append(bytes.count)
        }
    }
}
