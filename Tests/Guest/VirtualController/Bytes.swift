import Beacons

extension [UInt8] {
    /// The caller has checked that the bytes are there.
    func littleEndian16(at offset: Int) -> UInt16 { UInt16(self[offset]) | UInt16(self[offset + 1]) << 8 }

    /// As HCI sends addresses, least significant byte first; the caller has checked that the bytes are there.
    func address(at offset: Int) -> BluetoothAddress {
        BluetoothAddress((0..<6).reduce(0) { $0 | UInt64(self[offset + $1]) << UInt64(8 * $1) })
    }

    mutating func append(littleEndian16 value: UInt16) {
        self += [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)]
    }

    mutating func append(_ address: BluetoothAddress) {
        self += (0..<6).map { UInt8(truncatingIfNeeded: address.value >> UInt64(8 * $0)) }
    }
}
