extension Span<UInt8> {
    /// The big-endian number at `offset`; the caller has checked that the bytes are there.
    func bigEndian<Number: FixedWidthInteger & UnsignedInteger>(at offset: Int, as _: Number.Type) -> Number {
        var number: Number = 0
        for index in offset..<offset + Number.bitWidth / 8 {
            number = number << 8 | Number(truncatingIfNeeded: self[index])
        }
        return number
    }

    /// The little-endian number of 16 bits at `offset`; the caller has checked that the bytes are there.
    func littleEndian16(at offset: Int) -> UInt16 {
        UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
    }
}

extension [UInt8] {
    /// Appends the low `count` bytes of `number`, the most significant first.
    mutating func append(bigEndian number: some FixedWidthInteger & UnsignedInteger, bytes count: Int) {
        for index in (0..<count).reversed() {
            append(UInt8(truncatingIfNeeded: number >> (index * 8)))
        }
    }
}
