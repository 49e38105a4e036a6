/// A Bluetooth device address: 48 bits, most significant byte first as people write it.
///
/// It rotates on phones (Android: about every 15 minutes), so it never identifies a beacon unless a region names it.
public struct BluetoothAddress: Hashable, Sendable {
    /// The address in the low 48 bits.
    public let value: UInt64

    public init(_ value: UInt64) { self.value = value & 0xFFFF_FFFF_FFFF }
}

extension BluetoothAddress: LosslessStringConvertible {
    /// Reads `aa:bb:cc:dd:ee:ff`, in either case; anything else is `nil`.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 17 else { return nil }
        var value: UInt64 = 0
        for (index, byte) in bytes.enumerated() {
            if index % 3 == 2 {
                guard byte == UInt8(ascii: ":") else { return nil }
            } else {
                guard let digit = Hex.digit(byte) else { return nil }
                value = value << 4 | UInt64(digit)
            }
        }
        self.init(value)
    }

    /// Lower case, colons between the bytes.
    public var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(17)
        for shift in stride(from: 40, through: 0, by: -8) {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: ":")) }
            Hex.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)), to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
