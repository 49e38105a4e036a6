import Beacons

extension Span<UInt8> {
    /// The little-endian number of 16 bits at `offset`; the caller has checked that the bytes are there.
    func littleEndian16(at offset: Int) -> UInt16 {
        UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
    }

    /// The address at `offset`, which HCI sends least significant byte first; the caller has checked the bounds.
    func address(at offset: Int) -> BluetoothAddress {
        var value: UInt64 = 0
        for index in (offset..<offset + 6).reversed() {
            value = value << 8 | UInt64(self[index])
        }
        return BluetoothAddress(value)
    }
}

extension [UInt8] {
    mutating func append(littleEndian16 value: UInt16) {
        append(UInt8(truncatingIfNeeded: value))
        append(UInt8(value >> 8))
    }

    mutating func append(_ address: BluetoothAddress) {
        for shift in stride(from: 0, to: 48, by: 8) {
            append(UInt8(truncatingIfNeeded: address.value >> UInt64(shift)))
        }
    }
}
