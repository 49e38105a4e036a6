import Beacons
import TestSupport
import Testing

@Suite struct PseudonymTests {
    @Test func `It is the first 130 bits of a hash in base 32, and comes back from it`() throws {
        var random = SplitMix64(seed: 130)
        for _ in 0..<1000 {
            let bytes = (0..<32).map { _ in random.integer(UInt8.self) }
            let upper = bytes.prefix(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
            let pseudonym = BeaconIdentity.pseudonym(upper: upper, lower: bytes[16] >> 6)
            #expect(pseudonym.description == Base32.text(bytes).prefix(26))
            #expect(BeaconIdentity(pseudonym.description) == pseudonym)
            #expect(BeaconIdentity(pseudonym.description.uppercased()) == pseudonym)
        }
    }

    @Test(arguments: [
        "", "mfrggzdfmztwq2lknnwg23tpo", "mfrggzdfmztwq2lknnwg23tpobb", "mfrggzdfmztwq2lknnwg23tpo1",
        "mfrggzdfmztwq2lknnwg23tpo=", "mfrggzdfmztwq2lknnwg23tp é", "pseudonym:mfrggzdfmztwq2lknnwg23tpob",
    ])
    func `What is none is none`(text: String) {
        #expect(BeaconIdentity(text) == nil)
    }
}
