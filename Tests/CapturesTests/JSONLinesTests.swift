import Beacons
import Captures
import Foundation
import HCI
import TestSupport
import Testing

@Suite("JSON lines")
struct JSONLinesTests {
    private static let line =
        #"{"t":1604158204000000,"adapter":"hci1","address":"c0:11:22:33:44:55","address_type":"random","#
        + #""type":"non_connectable","rssi":-66,"phy":"1M","data":"02011a"}"#

    @Test("A line is the packet that a controller would have sent")
    func reading() {
        let (records, error) = read(Array("\(Self.line)\n\r\n\(Self.line)".utf8))
        let report = AdvertisementReport(
            kind: .nonConnectable, addressType: 1, address: BluetoothAddress(0xC011_2233_4455), rssi: -66)
        let record = CaptureRecord(
            unixMicroseconds: 1_604_158_204_000_000, adapter: 1, content: .packet(report.packet(data: [2, 1, 0x1A])))
        #expect(records == [record, record])
        #expect(error == nil)
    }

    @Test("The words are those of the configuration page")
    func writing() {
        let report = AdvertisementReport(
            kind: .nonConnectable, addressType: 1, address: BluetoothAddress(0xC011_2233_4455), rssi: -66)
        let data: [UInt8] = [2, 1, 0x1A]
        var writer = JSONLinesWriter()
        let line = writer.line(report, data.span, adapter: 1, unixMicroseconds: 1_604_158_204_000_000)
        #expect(String(decoding: line, as: UTF8.self) == Self.line + "\n")
    }

    @Test("Every kind of report comes back")
    func roundTrip() {
        var random = SplitMix64(seed: 4)
        var writer = JSONLinesWriter()
        for _ in 0..<500 {
            let isExtended = Bool.random(using: &random)
            let kinds: [AdvertisementReport.Kind] = [
                .connectable, .directed, .scannable, .nonConnectable, .scanResponse,
            ]
            let phys: [AdvertisementReport.PHY] = [.le1M, .le2M, .coded]
            let phy = phys.randomElement(using: &random) ?? .le1M
            let report = AdvertisementReport(
                kind: isExtended ? .extended : kinds.randomElement(using: &random) ?? .directed,
                addressType: [0, 1, 2, 3, 0xFF].randomElement(using: &random) ?? 0,
                address: BluetoothAddress(random.next()), primaryPHY: isExtended && phy == .coded ? .coded : .le1M,
                secondaryPHY: isExtended ? phy : .none,
                rssi: Bool.random(using: &random) ? nil : Int8.random(in: -127...20, using: &random))
            let data = random.bytes(0...(isExtended ? 1650 : 31))
            let line = writer.line(report, data.span, adapter: 0, unixMicroseconds: 1)
            var decoder = ReportDecoder()
            var heard: [AdvertisementReport] = []
            var heardData: [UInt8] = []
            for packet in read(line).records.compactMap(\.packet) {
                decoder.decode(packet.span, at: 0) { report, data in
                    heard.append(report)
                    heardData = data.indices.map { data[$0] }
                }
            }
            #expect(heard == [report])
            #expect(heardData == data)
        }
    }

    @Test("Through every other format and back, a line keeps every field", arguments: [CaptureFormat.btsnoop, .pcapng])
    func throughOthers(format: CaptureFormat) {
        var random = SplitMix64(seed: 12)
        let kinds = ["connectable", "directed", "scannable", "non_connectable", "scan_response", "extended"]
        for kind in kinds {
            for phy in ["1M", "2M", "coded"] {
                for addressType in ["public", "random", "public_identity", "random_identity", "anonymous"] {
                    let longest = kind == "extended" ? 1650 : phy == "1M" ? 31 : 229
                    let data = random.bytes(0...longest).map { String(format: "%02x", $0) }.joined()
                    let rssi = Bool.random(using: &random) ? "null" : "\(Int8.random(in: -127...20, using: &random))"
                    let line =
                        Self.line.replacing("non_connectable", with: kind).replacing("1M", with: phy)
                        .replacing("random", with: addressType).replacing("-66", with: rssi)
                        .replacing("02011a", with: data) + "\n"
                    let file = written(read(Array(line.utf8)).records, format)
                    #expect(String(decoding: written(read(file).records, .jsonLines), as: UTF8.self) == line)
                }
            }
        }
    }

    @Test(
        "A wrong line says what is wrong in which, after those before it",
        arguments: [
            (#""t":1604158204000000"#, #""t":"now""#, #""t" must be"#),
            (#""t":1604158204000000"#, #""t":-1"#, #""t" must be"#),
            ("hci1", "usb", #""adapter" must be"#), ("c0:11", "c0:1", #""address" must be"#),
            (#""random""#, #""fixed""#, "public, random"), ("non_connectable", "loud", "connectable, directed"),
            ("-66", "-666", #""rssi" must be"#), ("-66", "21", #""rssi" must be"#),
            (#""rssi":-66,"#, "", #""rssi" must be"#),
            ("1M", "3M", "1M, 2M, coded"),
            ("02011a", "0201a", "hexadecimal"), ("02011a", String(repeating: "00", count: 1651), "at most 1650"),
            ("}", "", "cut, or not JSON"), ("02011a", String(repeating: "0", count: 9000), "more than 8192"),
        ])
    func wrong(part: String, wrong: String, message: String) {
        let (records, error) = read(Array("\(Self.line)\n\(Self.line.replacing(part, with: wrong))\n".utf8))
        #expect(records.count == 1)
        #expect(error?.line == 2)
        #expect(error?.description.contains(message) == true)
    }
}
