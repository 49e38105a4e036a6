/// An address of IPv4 or IPv6, as its 4 or 16 bytes.
struct NetworkAddress {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether it is reached through the public internet; by IANA's registries of special-purpose addresses and of
    /// multicast addresses. What is of no known length is not.
    var isPublic: Bool {
        switch bytes.count {
        case 4: !Self.special4.contains { has($0.prefix, bits: $0.bits) }
        case 16: isPublic6
        default: false
        }
    }

    private static let special4: [(prefix: [UInt8], bits: Int)] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24),
        ([192, 0, 2], 24), ([192, 168], 16), ([198, 18], 15), ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 3),
    ]

    /// Only 2000::/3 is given out; of it some is special, and some carries an address of IPv4 that is what counts.
    private var isPublic6: Bool {
        if has([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], bits: 96) || has([0, 0x64, 0xFF, 0x9B], bits: 96) {
            return NetworkAddress(Array(bytes[12...])).isPublic
        }
        if has([0x20, 0x02], bits: 16) { return NetworkAddress(Array(bytes[2..<6])).isPublic }
        return has([0x20], bits: 3) && !has([0x20, 0x01], bits: 23) && !has([0x20, 0x01, 0x0D, 0xB8], bits: 32)
            && !has([0x3F, 0xFF], bits: 20)
    }

    /// Whether the first `bits` are those of `prefix`, which stands before zeros.
    private func has(_ prefix: [UInt8], bits: Int) -> Bool {
        for index in bytes.indices where index * 8 < bits {
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> min(bits - index * 8, 8))
            let wanted = index < prefix.count ? prefix[index] : 0
            if (bytes[index] ^ wanted) & mask != 0 { return false }
        }
        return true
    }
}
