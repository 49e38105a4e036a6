import Beacons
public import HCI
import JSON

/// Writes reports as JSON lines.
public struct JSONLinesWriter: Sendable {
    private var json = JSONWriter()

    public init() {}

    /// The line of a report, with its line feed.
    ///
    /// - Parameter unixMicroseconds: since 1970.
    public mutating func line(
        _ report: AdvertisementReport, _ data: Span<UInt8>, adapter: UInt16, unixMicroseconds: Int64
    ) -> [UInt8] {
        var hex: [UInt8] = []
        for index in data.indices { Hex.append(data[index], to: &hex) }
        let phy = report.secondaryPHY == .none ? report.primaryPHY : report.secondaryPHY
        json.reset()
        json.object {
            $0.field("t", unixMicroseconds)
            $0.field("adapter", "hci\(adapter)")
            $0.field("address", report.address.description)
            $0.field("address_type", JSONLines.word(report.addressType, in: JSONLines.addressTypes) ?? "public")
            $0.field("type", JSONLines.word(report.kind, in: JSONLines.kinds) ?? "extended")
            $0.field("rssi", report.rssi.map { .integer(Int64($0)) } ?? .null)
            $0.field("phy", JSONLines.word(phy, in: JSONLines.phys) ?? "1M")
            $0.field("data", String(decoding: hex, as: UTF8.self))
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }
}
