/// Writes JSON onto a buffer that is used again and again: no allocation once it has grown.
///
///     writer.reset()
///     writer.object {
///         $0.field("state", "online")
///         $0.field("adapters") { $0.array { … } }
///     }
public struct JSONWriter: Sendable {
    /// What has been written since `reset()`.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// - Parameter capacity: bytes for which there is room at once.
    public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Empties the buffer and keeps its memory.
    public mutating func reset() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    // MARK: Containers

    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        container(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
    }

    public mutating func array(_ elements: (inout JSONWriter) -> Void) {
        container(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
    }

    /// The name of the member whose value is written next.
    public mutating func name(_ name: String) {
        quote(name.utf8.span, isName: true)
    }

    public mutating func field(_ name: String, _ value: (inout JSONWriter) -> Void) {
        self.name(name)
        value(&self)
    }

    // MARK: Values

    public mutating func null() { literal("null") }

    public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    /// A number of at most 64 bits.
    @inlinable
    public mutating func integer(_ value: some FixedWidthInteger) {
        integer(isNegative: value < 0, UInt64(clamping: value.magnitude))
    }

    @usableFromInline
    mutating func integer(isNegative: Bool, _ magnitude: UInt64) {
        separate()
        if isNegative { bytes.append(UInt8(ascii: "-")) }
        digits(magnitude)
        needsComma = true
    }

    /// The shortest text that reads back as `value`; not finite: `null`.
    public mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        if let whole = Int64(whole: value) { return integer(whole) }
        literal(value.description)
    }

    /// `value` rounded to so many decimals (at most 7), without trailing zeros; not finite: `null`.
    public mutating func number(_ value: Double, decimals: Int) {
        let powers: [8 of UInt64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]
        var decimals = min(max(decimals, 0), powers.count - 1)
        let scaled = value.magnitude * Double(powers[decimals])
        guard scaled < 0x1p52 else { return number(value) }
        separate()
        var magnitude = UInt64(scaled + 0.5)
        if value < 0, magnitude > 0 { bytes.append(UInt8(ascii: "-")) }
        while decimals > 0, magnitude.isMultiple(of: 10) {
            magnitude /= 10
            decimals -= 1
        }
        let power = powers[decimals]
        digits(magnitude / power)
        if decimals > 0 {
            bytes.append(UInt8(ascii: "."))
            digits(magnitude % power, atLeast: decimals)
        }
        needsComma = true
    }

    public mutating func string(_ value: String) { quote(value.utf8.span, isName: false) }

    /// A string of which `content` appends the bytes itself; they must need no escape.
    public mutating func plainString(_ content: (inout [UInt8]) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        content(&bytes)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .integer(let value): integer(value)
        case .number(let value): number(value)
        case .string(let value): string(value)
        case .array(let elements): array { for element in elements { $0.value(element) } }
        case .object(let members): object { for member in members { $0.field(member.name, member.value) } }
        }
    }

    // MARK: Members

    public mutating func field(_ name: String, _ value: String) {
        self.name(name)
        string(value)
    }

    public mutating func field(_ name: String, _ value: Bool) {
        self.name(name)
        bool(value)
    }

    @inlinable
    public mutating func field(_ name: String, _ value: some FixedWidthInteger) {
        self.name(name)
        integer(value)
    }

    public mutating func field(_ name: String, _ value: JSONValue) {
        self.name(name)
        self.value(value)
    }

    /// Unknown: `null`.
    public mutating func field(_ name: String, _ value: Double?, decimals: Int) {
        self.name(name)
        if let value { number(value, decimals: decimals) } else { null() }
    }

    // MARK: Bytes

    /// In one piece where nothing is to be escaped: a payload has some fifty names and strings.
    private mutating func quote(_ text: Span<UInt8>, isName: Bool) {
        let isFollowing = needsComma
        let start = bytes.count + (isFollowing ? 2 : 1)
        bytes.append(addingCapacity: text.count + 4) {
            if isFollowing { $0.append(UInt8(ascii: ",")) }
            $0.append(UInt8(ascii: "\""))
            for index in text.indices {
                guard !Self.needsEscape(text[index]) else { return }
                $0.append(text[index])
            }
            $0.append(UInt8(ascii: "\""))
            if isName { $0.append(UInt8(ascii: ":")) }
        }
        needsComma = !isName
        let plain = bytes.count - start
        guard plain < text.count else { return }
        for index in plain..<text.count { Self.append(text[index], to: &bytes) }
        bytes.append(UInt8(ascii: "\""))
        if isName { bytes.append(UInt8(ascii: ":")) }
    }

    private mutating func container(_ open: UInt8, _ close: UInt8, _ content: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(open)
        needsComma = false
        content(&self)
        bytes.append(close)
        needsComma = true
    }

    private mutating func literal(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func digits(_ value: UInt64, atLeast count: Int = 1) {
        var rest = value
        var digits: [20 of UInt8] = .init(repeating: UInt8(ascii: "0"))
        var start = digits.count
        while rest > 0 || digits.count - start < count {
            start -= 1
            digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        bytes.append(addingCapacity: digits.count - start) { for index in start..<20 { $0.append(digits[index]) } }
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        guard needsEscape(byte) else { return bytes.append(byte) }
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0..<0x20:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(UInt8(ascii: "0") + byte >> 4)
            bytes.append(byte & 15 < 10 ? UInt8(ascii: "0") + byte & 15 : UInt8(ascii: "a") + (byte & 15) - 10)
        default: bytes.append(byte)
        }
    }
}
