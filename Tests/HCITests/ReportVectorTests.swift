import Beacons
import Foundation
import HCI
import Testing

@Suite("Report vectors")
struct ReportVectorTests {
    @Test("Every line gives the reports that it expects")
    func vectors() throws {
        let url = try #require(Bundle.module.url(forResource: "Vectors/hci_events", withExtension: "jsonl"))
        let lines = try Data(contentsOf: url).split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == 239)
        for line in lines {
            let object = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
            let name = try #require(object["name"] as? String)
            let hex = try #require(object["hci_hex"] as? String)
            let expect = try #require(object["expect"] as? [String: Any])
            let isExtended = try #require(expect["subevent"] as? Int) == 0x0D
            let packet = try #require(Hex.bytes(hex))
            var decoder = ReportDecoder()
            let heard = decoder.heard(packet)
            let expected = expect["reports"] as? [[String: Any]] ?? [expect]
            #expect(heard.count == expected.count, "\(name)")
            for (heard, expected) in zip(heard, expected) {
                try compare(heard, expected, isExtended: isExtended, "\(name)")
            }
            #expect(decoder.counters.malformed == 0, "\(name)")
        }
    }

    private func compare(_ heard: Heard, _ expected: [String: Any], isExtended: Bool, _ name: Comment) throws {
        let type = try #require(expected["event_type"] as? Int)
        #expect(heard.report.kind == (isExtended ? Self.extendedKinds[type] : Self.legacyKinds[type]), name)
        #expect(Int(heard.report.addressType) == expected["addr_type"] as? Int, name)
        #expect(heard.report.address.description == expected["addr"] as? String, name)
        #expect(heard.data.count == expected["data_len"] as? Int, name)
        // One peer's test has +100 dBm, which no controller may say: no level.
        let rssi = try #require(expected["rssi"] as? Int)
        #expect(heard.report.rssi.map(Int.init) == (rssi > 20 ? nil : rssi), name)
        guard isExtended else { return }
        #expect(Int(heard.report.primaryPHY.rawValue) == expected["primary_phy"] as? Int, name)
        #expect(Int(heard.report.secondaryPHY.rawValue) == expected["secondary_phy"] as? Int, name)
        #expect(heard.report.advertisingSID.map(Int.init) ?? 0xFF == expected["sid"] as? Int, name)
        #expect(heard.report.txPower.map(Int.init) ?? 127 == expected["tx_power"] as? Int, name)
    }

    private static let legacyKinds: [Int: AdvertisementReport.Kind] = [
        0: .connectable, 1: .directed, 2: .scannable, 3: .nonConnectable, 4: .scanResponse,
    ]
    private static let extendedKinds: [Int: AdvertisementReport.Kind] = [
        0x13: .connectable, 0x15: .directed, 0x12: .scannable, 0x10: .nonConnectable, 0x1A: .scanResponse,
        0x1B: .scanResponse,
    ]
}
