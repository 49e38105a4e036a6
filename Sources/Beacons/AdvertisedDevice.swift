/// What advertising data says about its sender, beside any beacon frame.
public struct AdvertisedDevice: Hashable, Sendable {
    /// The Flags structure, zero where there is none.
    public private(set) var flags: UInt8 = 0
    /// The complete name, else the shortened one: up to the first zero byte or the first that is not UTF-8.
    public private(set) var name: String?
    /// dBm at the antenna.
    public private(set) var txPower: Int8?
    /// The services of all lists in order, short ones expanded on the Bluetooth base UUID.
    public private(set) var services: [BeaconUUID] = []
    /// A structure claims more bytes than there are.
    public private(set) var isMalformed = false

    public init(_ data: Span<UInt8>) {
        var cursor = ADCursor()
        var hasCompleteName = false
        while let structure = cursor.next(in: data) {
            let payload = data.extracting(structure.payload)
            switch structure.type {
            case ADStructure.flags where !payload.isEmpty: flags = payload[0]
            case ADStructure.txPower where payload.count == 1: txPower = Int8(bitPattern: payload[0])
            case ADStructure.shortenedName where !hasCompleteName: name = Self.text(payload)
            case ADStructure.completeName:
                name = Self.text(payload)
                hasCompleteName = true
            case ADStructure.incompleteUUIDs16, ADStructure.completeUUIDs16: append(payload, size: 2)
            case ADStructure.incompleteUUIDs32, ADStructure.completeUUIDs32: append(payload, size: 4)
            case ADStructure.incompleteUUIDs128, ADStructure.completeUUIDs128: append(payload, size: 16)
            default: break
            }
        }
        isMalformed = cursor.isOverrun
    }

    /// 00000000-0000-1000-8000-00805F9B34FB: Core Specification, Vol 3, Part B, section 2.5.1.
    private static let baseUUID: UInt128 = 0x0000_0000_0000_1000_8000_0080_5F9B_34FB

    /// The little-endian UUIDs of `size` bytes in `list`; an incomplete last one is left out.
    private mutating func append(_ list: Span<UInt8>, size: Int) {
        for start in stride(from: 0, through: list.count - size, by: size) {
            var value: UInt128 = 0
            for index in (start..<start + size).reversed() {
                value = value << 8 | UInt128(list[index])
            }
            services.append(BeaconUUID(size == 16 ? value : Self.baseUUID | value << 96))
        }
    }

    private static func text(_ bytes: Span<UInt8>) -> String {
        let end = bytes.indices.first { bytes[$0] == 0 } ?? bytes.count
        do throws(UTF8.ValidationError) {
            return String(copying: try UTF8Span(validating: bytes.extracting(..<end)))
        } catch {
            return text(bytes.extracting(..<error.byteOffsets.lowerBound))
        }
    }
}
