import HCI

/// A report with its data, to compare.
struct Heard: Hashable {
    var report: AdvertisementReport
    var data: [UInt8]
}

extension ReportDecoder {
    mutating func heard(_ packet: [UInt8], at microseconds: Int64 = 0) -> [Heard] {
        var heard: [Heard] = []
        decode(packet.span, at: microseconds) { report, data in
            heard.append(Heard(report: report, data: data.indices.map { data[$0] }))
        }
        return heard
    }
}
