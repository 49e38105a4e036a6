import Beacons
import HCI
import JSON

/// Reads reports from JSON lines, and makes of each the packets that a controller would have sent.
struct JSONLinesReader {
    private let bytes: [UInt8]
    private var offset = 0
    private var line = 0

    /// The longest report has 1650 bytes, two digits each; the rest of a line is some 200.
    private static let longestLine = 8192
    private static let longestData = 1650

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    /// The records of the next line, none for an empty one; `nil` at the end of the file.
    mutating func read() throws(CaptureError) -> [CaptureRecord]? {
        guard offset < bytes.count else { return nil }
        let start = offset
        line += 1
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        offset = end + 1
        guard end - start <= Self.longestLine else {
            throw CaptureError("a line of more than \(Self.longestLine) bytes", at: start, line: line)
        }
        let text = Array(bytes[start..<end])
        guard !text.allSatisfy(Self.isBlank) else { return [] }
        let object: JSONValue
        do throws(JSONError) {
            object = try JSONValue(parsing: text)
        } catch {
            throw CaptureError("cut, or not JSON: \(error.message)", at: start + error.offset, line: line)
        }
        return try records(object, at: start)
    }

    private func records(_ object: JSONValue, at start: Int) throws(CaptureError) -> [CaptureRecord] {
        func wrong(_ name: String, _ wanted: String) -> CaptureError {
            CaptureError("\"\(name)\" must be \(wanted)", at: start, line: line)
        }
        guard let time = object["t"]?.int, CaptureRecord.times.contains(time) else {
            throw wrong("t", "microseconds since 1970")
        }
        guard let name = object["adapter"]?.string, name.hasPrefix("hci"), let adapter = UInt16(name.dropFirst(3))
        else {
            throw wrong("adapter", "hciN")
        }
        guard let address = object["address"]?.string.flatMap(BluetoothAddress.init) else {
            throw wrong("address", "a Bluetooth address")
        }
        guard let addressType = JSONLines.value(object["address_type"]?.string, in: JSONLines.addressTypes) else {
            throw wrong("address_type", JSONLines.addressTypes.map(\.1).joined(separator: ", "))
        }
        guard let kind = JSONLines.value(object["type"]?.string, in: JSONLines.kinds) else {
            throw wrong("type", JSONLines.kinds.map(\.1).joined(separator: ", "))
        }
        guard let phy = JSONLines.value(object["phy"]?.string, in: JSONLines.phys) else {
            throw wrong("phy", JSONLines.phys.map(\.1).joined(separator: ", "))
        }
        let rssi = object["rssi"]?.int.flatMap(Int8.init(exactly:)).flatMap { (-127...20).contains($0) ? $0 : nil }
        guard rssi != nil || object["rssi"]?.isNull == true else { throw wrong("rssi", "-127 to 20 dBm, or null") }
        guard let data = object["data"]?.string.flatMap(Hex.bytes), data.count <= Self.longestData else {
            throw wrong("data", "at most \(Self.longestData) bytes in hexadecimal")
        }
        let isLegacy = kind != .extended && phy == .le1M
        let report = AdvertisementReport(
            kind: kind, addressType: addressType, address: address, primaryPHY: phy == .coded ? .coded : .le1M,
            secondaryPHY: isLegacy ? .none : phy, rssi: rssi)
        return report.packets(data: data).map {
            CaptureRecord(unixMicroseconds: time, adapter: adapter, content: .packet($0))
        }
    }
}
