import Beacons
import TestSupport
import Testing

@Suite("Beacon properties")
struct BeaconPropertyTests {
    @Test("Any frame, sent and heard, is itself, in at most 31 bytes", arguments: 0..<7)
    func roundTrip(kind: Int) throws {
        var random = SplitMix64(seed: UInt64(kind))
        for _ in 0..<2_000 {
            let frame = try #require(Self.frame(kind, &random))
            let data = frame.advertisingData
            #expect(data.count <= 31)
            #expect(frames(data) == [frame])
        }
    }

    @Test("Any URL frame that decodes has an address that encodes, and no longer than it was")
    func urls() throws {
        var random = SplitMix64(seed: 7)
        let prefix: [UInt8] = [0xAA, 0xFE, 0x10, 0xEE]
        for _ in 0..<20_000 {
            // Expansions, and the letters of which they are made.
            let alphabet = Array(0x00...0x0D) + Array("comrgedunt.inf/w".utf8)
            let count = Int.random(in: 0...17, using: &random)
            let tail = (0..<count).compactMap { _ in alphabet.randomElement(using: &random) }
            let payload = prefix + [UInt8.random(in: 0...3, using: &random)] + tail
            let data = [UInt8(payload.count + 1), 0x16] + payload
            guard case .eddystoneURL(let heard) = try #require(frames(data).first) else {
                Issue.record("no URL in \(data)")
                continue
            }
            let again = try #require(EddystoneURL(url: heard.url, txPower: heard.txPower), "\(heard.url)")
            let sent = BeaconFrame.eddystoneURL(again).advertisingData
            #expect(sent.count <= 7 + data.count)
            let decoded = frames(sent)
            guard case .eddystoneURL(let back) = try #require(decoded.first) else { continue }
            #expect(back.url == heard.url)
        }
    }

    @Test(
        "What the format cannot carry is no URL frame",
        arguments: [
            "ftp://a.com", "http://a b", "https://é.com", "",
            "https://abcdefghijklmnopqr.com",
        ])
    func foreignURLs(url: String) {
        #expect(EddystoneURL(url: url, txPower: 0) == nil)
    }

    @Test("No input traps, and both paths agree on it")
    func total() {
        var random = SplitMix64(seed: 11)
        var counters = DecodeCounters()
        for _ in 0..<50_000 {
            let data = Bool.random(using: &random) ? random.bytes(0...64) : Self.damaged(&random)
            let frames = BeaconFrame.frames(in: data.span)
            #expect(identities(data, &counters) == frames.compactMap(\.identified))
            _ = AdvertisedDevice(data.span)
        }
        #expect(MalformedFrame.allCases.allSatisfy { counters[$0] > 0 })
    }

    /// A frame with one byte changed or its end cut.
    private static func damaged(_ random: inout SplitMix64) -> [UInt8] {
        guard var data = frame(Int.random(in: 0..<7, using: &random), &random)?.advertisingData else { return [] }
        let index = Int.random(in: 0..<data.count, using: &random)
        if Bool.random(using: &random) { data[index] = random.integer() } else { data.removeLast(data.count - index) }
        return data
    }

    private static func frame(_ kind: Int, _ random: inout SplitMix64) -> BeaconFrame? {
        switch kind {
        case 0:
            .iBeacon(
                IBeacon(
                    uuid: BeaconUUID(random.integer()), major: random.integer(), minor: random.integer(),
                    measuredPower: random.integer()))
        case 1:
            .altBeacon(
                AltBeacon(
                    code: random.integer(), idUpper: random.integer(), idLower: random.integer(),
                    measuredPower: random.integer(), reserved: random.integer()))
        case 2:
            .eddystoneUID(
                EddystoneUID(
                    txPower: random.integer(), namespace: random.integer() >> 48, instance: random.integer() >> 16))
        case 3:
            EddystoneURL(
                url: ["http://www.info/", "https://www.brewery.com/ipa", "http://a.b"].randomElement(using: &random)
                    ?? "",
                txPower: random.integer()
            ).map(BeaconFrame.eddystoneURL)
        case 4:
            .eddystoneTLM(
                EddystoneTLM(
                    battery: random.integer(), rawTemperature: random.integer(), advertisements: random.integer(),
                    uptime: random.integer()))
        case 5:
            .eddystoneETLM(
                EddystoneETLM(encrypted: random.integer() >> 32, salt: random.integer(), mic: random.integer()))
        default: .eddystoneEID(EddystoneEID(txPower: random.integer(), identifier: random.integer()))
        }
    }
}
