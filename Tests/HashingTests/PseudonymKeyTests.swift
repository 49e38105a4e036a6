import Beacons
import Hashing
import TestSupport
import Testing

@Suite struct PseudonymKeyTests {
    private let key = PseudonymKey(id: "k1", Array("0123456789abcdef0123456789abcdef".utf8))

    /// By Python's hmac, hashlib and base64.
    @Test(
        arguments: [
            (
                "ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:1:2",
                "lkjp3wyvylf4j2pdzp4wm6n3i6", 0x540d_1e3f_a695_0df0
            ),
            (
                "address:c0:ff:ee:00:12:34",
                "bxl2ri3esf4bm7rrhri2scfhfd", 0x4e33_72ba_6736_75a4
            ),
            (
                "eddystone-uid:edd1ebeac04e5defa017:0bdb87539b67",
                "utdevr5v3n55zyhit3v7ahngzb", 0x6d80_829e_d07c_466e
            ),
            (
                "altbeacon:0118:00000000000000000000000000000102a0b0c0d0",
                "kilqpuhissiuoeuduhraywmkg6", 0x6a6f_8d03_ffca_98ed
            ),
        ] as [(String, String, UInt64)])
    func `A beacon's names are what others make of it`(identity: String, pseudonym: String, denied: UInt64) throws {
        let beacon = try #require(BeaconIdentity(identity))
        #expect(key.pseudonym(of: beacon).description == pseudonym)
        #expect(key.denyHash(of: beacon) == denied)
    }

    @Test func `Who knows the pseudonym alone can be on the list`() throws {
        let beacon = try #require(BeaconIdentity("ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:1:2"))
        let pseudonym = key.pseudonym(of: beacon)
        #expect(key.pseudonym(of: pseudonym) == pseudonym)
        #expect(key.denyHash(of: pseudonym) == key.denyHash(of: beacon))
    }

    @Test func `Another key gives other names`() throws {
        let other = PseudonymKey(id: "k1", [UInt8](repeating: 7, count: 32))
        let beacon = try #require(BeaconIdentity("ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:1:2"))
        #expect(other.pseudonym(of: beacon) != key.pseudonym(of: beacon))
        #expect(other.denyHash(of: beacon) != key.denyHash(of: beacon))
    }
}
