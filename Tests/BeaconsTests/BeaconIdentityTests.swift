import Beacons
import TestSupport
import Testing

@Suite("Beacon identities")
struct BeaconIdentityTests {
    @Test("A text is canonical where it is the one that its identity makes, and nowhere else")
    func canonical() {
        var random = SplitMix64(seed: 9)
        var canonical = 0
        let letters = Array("0159afAF:-".utf8)
        for _ in 0..<20_000 {
            let identity = Self.identity(&random)
            #expect(BeaconIdentity(canonical: identity.description[...]) == identity)
            var text = Array(identity.description.utf8)
            let index = Int.random(in: 0..<text.count, using: &random)
            let letter = letters[Int.random(in: 0..<letters.count, using: &random)]
            switch Int.random(in: 0..<3, using: &random) {
            case 0: text[index] = letter
            case 1: text.insert(letter, at: index)
            default: text.removeLast(text.count - index)
            }
            let changed = String(decoding: text, as: UTF8.self)
            let expected = BeaconIdentity(changed).flatMap { $0.description == changed ? $0 : nil }
            #expect(BeaconIdentity(canonical: changed[...]) == expected, "\(changed)")
            if expected != nil { canonical += 1 }
        }
        #expect(canonical > 100)
    }

    @Test(
        "Capitals, zeros in front, signs and blanks are not canonical",
        arguments: [
            "ibeacon:41C08dfd-b719-4ccb-9d3b-5aa7c3860f89:1:2", "iBeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:1:2",
            "ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:01:2", "ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:1:00",
            "ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:+1:2", "ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:1:2 ",
            "ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:1:65536", "ibeacon:", "ibeacon", "", ":",
        ])
    func others(text: String) { #expect(BeaconIdentity(canonical: text[...]) == nil) }

    private static func identity(_ random: inout SplitMix64) -> BeaconIdentity {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .altBeacon(code: random.integer(), idUpper: random.integer(), idLower: random.integer())
        case 1: .eddystoneUID(namespace: random.integer(), instance: random.integer())
        case 2: .address(BluetoothAddress(random.integer() as UInt64))
        case 3: .pseudonym(upper: random.integer(), lower: random.integer())
        default:
            .iBeacon(
                uuid: BeaconUUID(random.integer()), major: UInt16.random(in: 0...300, using: &random),
                minor: random.integer())
        }
    }
}
