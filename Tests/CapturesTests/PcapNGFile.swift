/// A pcapng file of one interface, made byte by byte.
struct PcapNGFile {
    private(set) var bytes: [UInt8] = []
    /// Where a block ends.
    private(set) var ends: [Int] = []
    private let isBigEndian: Bool

    init(isBigEndian: Bool = false, linkType: UInt16 = 254, resolution: UInt8? = nil, offset: Int64? = nil) {
        self.isBigEndian = isBigEndian
        block(0x0A0D_0D0A, number(UInt32(0x1A2B_3C4D)) + number(UInt16(1)) + number(UInt16(0)) + number(UInt64.max))
        var interface = number(linkType) + number(UInt16(0)) + number(UInt32(0))
        if let resolution { interface += option(9, [resolution]) }
        if let offset { interface += option(14, number(offset)) }
        if resolution ?? 0 != 0 || offset != nil { interface += option(0, []) }
        block(1, interface)
        // A block that nobody here knows: interface statistics.
        block(5, [UInt8](repeating: 0, count: 12))
    }

    mutating func packet(_ data: [UInt8], ticks: UInt64, drops: UInt64? = nil) {
        var body = number(UInt32(0)) + number(UInt32(ticks >> 32)) + number(UInt32(truncatingIfNeeded: ticks))
        body += number(UInt32(data.count)) + number(UInt32(data.count)) + padded(data)
        if let drops { body += option(2, number(UInt32(0))) + option(4, number(drops)) }
        block(6, body)
    }

    private mutating func block(_ type: UInt32, _ body: [UInt8]) {
        let length = number(UInt32(body.count + 12))
        bytes += number(type) + length + body + length
        ends.append(bytes.count)
    }

    private func option(_ code: UInt16, _ value: [UInt8]) -> [UInt8] {
        number(code) + number(UInt16(value.count)) + padded(value)
    }

    private func padded(_ data: [UInt8]) -> [UInt8] { data + [UInt8](repeating: 0, count: -data.count & 3) }

    private func number(_ number: some FixedWidthInteger) -> [UInt8] {
        isBigEndian ? big(number) : big(number).reversed()
    }
}
