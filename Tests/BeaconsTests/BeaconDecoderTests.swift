import Beacons
import Testing

@Suite("The hot path's counts")
struct BeaconDecoderTests {
    @Test("An iBeacon with the all-zero UUID is counted and gives no identity")
    func unassigned() throws {
        let zero = BeaconFrame.iBeacon(IBeacon(uuid: BeaconUUID(0), major: 1, minor: 2, measuredPower: -59))
        var counters = DecodeCounters()
        #expect(identities(zero.advertisingData, &counters).isEmpty)
        #expect(counters.unassigned == 1)
        #expect(frames(zero.advertisingData) == [zero])
    }

    @Test(
        "Eddystone's power is brought to 1 m, and stays a power",
        arguments: [(-20, -61), (20, -21), (127, 86), (-128, -128), (-90, -128)])
    func power(txPower: Int8, measuredPower: Int8) {
        let frame = BeaconFrame.eddystoneUID(EddystoneUID(txPower: txPower, namespace: 1, instance: 2))
        var counters = DecodeCounters()
        #expect(identities(frame.advertisingData, &counters).map(\.measuredPower) == [measuredPower])
    }

    @Test(
        "What begins as a frame and is none is counted by its reason",
        arguments: [
            ("04ff4c000215", nil), ("05ff4c00021500", MalformedFrame.iBeaconLength),
            ("04ff1801be", nil), ("05ff1801beac", .altBeaconLength), ("0416aafe00", .eddystoneLength),
            ("0516aafe4000", .eddystoneType), ("0516aafe2002", .eddystoneType),
            ("0616aafe10ee04", .eddystoneURL), ("0716aafe10ee0220", .eddystoneURL),
        ])
    func malformed(hex: String, reason: MalformedFrame?) throws {
        var counters = DecodeCounters()
        let data = try #require(Hex.bytes(hex))
        #expect(identities(data, &counters).isEmpty)
        for other in MalformedFrame.allCases { #expect(counters[other] == (other == reason ? 1 : 0)) }
    }
}
