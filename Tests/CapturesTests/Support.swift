import Beacons
import Captures
import Foundation
import HCI
import Testing

/// A capture's records, and the error that ended it.
func read(_ bytes: [UInt8]) -> (records: [CaptureRecord], error: CaptureError?) {
    var records: [CaptureRecord] = []
    do throws(CaptureError) {
        var reader = try CaptureReader(bytes)
        while let record = try reader.next() { records.append(record) }
        return (records, nil)
    } catch {
        return (records, error)
    }
}

/// The bytes of a file in Captures.
func capture(_ name: String) throws -> [UInt8] {
    let url = try #require(Bundle.module.url(forResource: "Captures/\(name)", withExtension: "btsnoop"))
    return Array(try Data(contentsOf: url))
}

/// A file of `records`.
func written(_ records: [CaptureRecord], _ format: CaptureFormat) -> [UInt8] {
    var writer = CaptureWriter(format)
    var bytes = writer.header
    for record in records { writer.append(record, to: &bytes) }
    return bytes
}

extension CaptureRecord {
    var packet: [UInt8]? {
        guard case .packet(let packet) = content else { return nil }
        return packet
    }
}

/// The big-endian bytes of a number.
func big(_ number: some FixedWidthInteger) -> [UInt8] {
    (0..<number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}

/// A btsnoop file of records at one-second steps from 2020-09-13.
func btsnoop(_ dataLink: UInt32, _ records: [(flags: UInt32, drops: UInt32, data: [UInt8])]) -> [UInt8] {
    var bytes = Array("btsnoop\0".utf8) + big(UInt32(1)) + big(dataLink)
    for (index, record) in records.enumerated() {
        let time: UInt64 = 0x00DC_DDB3_0F2F_8000 + 1_600_000_000_000_000 + UInt64(index) * 1_000_000
        bytes += big(UInt32(record.data.count)) + big(UInt32(record.data.count)) + big(record.flags)
        bytes += big(record.drops) + big(time) + record.data
    }
    return bytes
}
