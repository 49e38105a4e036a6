/// A JSON text that is known to be one, and where everything in it is.
final class JSONDocument: Sendable {
    /// A value, or the name of a member, which its value follows.
    struct Node {
        enum Kind {
            case null, yes, no, number, array, object
            /// A string that is spelled as it is: of ASCII, or of any UTF-8.
            case ascii, unicode
            /// One with escapes: `start` is its place among `JSONDocument.escaped`.
            case escaped
        }

        let kind: Kind
        /// Where in the text it begins, of a string without its quotes.
        let start: Int
        /// Behind its last byte, of a string without its quotes; of an array or object nothing.
        let end: Int
        /// The node behind it and all that is in it.
        var next: Int
        /// Strings that are not the same mostly differ in it already.
        let tag: Tag

        /// The text of a string.
        func string(in text: [UInt8], _ escaped: [String]) -> String? {
            switch kind {
            case .ascii, .unicode: String(decoding: text[start..<end], as: UTF8.self)
            case .escaped: escaped[start]
            default: nil
            }
        }
    }

    private let text: [UInt8]
    /// In the order of the text; the first is the outermost value.
    let nodes: [Node]
    private let escaped: [String]

    init(text: [UInt8], nodes: [Node], escaped: [String]) {
        self.text = text
        self.nodes = nodes
        self.escaped = escaped
    }

    func value(at index: Int) -> JSONValue {
        let node = nodes[index]
        switch node.kind {
        case .null: return .null
        case .yes: return .bool(true)
        case .no: return .bool(false)
        case .number: return Self.number(text[node.start..<node.end]) ?? .null
        case .ascii, .unicode, .escaped: return .string(string(at: index) ?? "")
        case .array: return .array(children(of: index).map(value))
        case .object:
            var members: [JSONValue.Member] = []
            var name = index + 1
            while name < node.next {
                members.append(JSONValue.Member(string(at: name) ?? "", value(at: name + 1)))
                name = nodes[name + 1].next
            }
            return .object(members)
        }
    }

    /// The nodes right below an array.
    func children(of index: Int) -> [Int] {
        var children: [Int] = []
        var child = index + 1
        while child < nodes[index].next {
            children.append(child)
            child = nodes[child].next
        }
        return children
    }

    /// The value of an object's member.
    ///
    /// - Parameter start: one of its names, from where on it is looked for first, or its end.
    func member(_ name: Span<UInt8>, of object: Int, from start: Int) -> Int? {
        let tag = Tag(name)
        return member(name, tag, in: start..<nodes[object].next) ?? member(name, tag, in: object + 1..<start)
    }

    private func member(_ name: Span<UInt8>, _ tag: Tag, in range: Range<Int>) -> Int? {
        var member = range.lowerBound
        while member < range.upperBound {
            if nodes[member].tag == tag, spells(member, name) { return member + 1 }
            member = nodes[member + 1].next
        }
        return nil
    }

    /// What `read` makes of a string's bytes.
    func utf8<Value>(at index: Int, _ read: (Span<UInt8>) -> Value?) -> Value? {
        let (node, text) = (nodes[index], text)
        return switch node.kind {
        case .ascii, .unicode: read(text.span.extracting(node.start..<node.end))
        case .escaped: read(escaped[node.start].utf8.span)
        default: nil
        }
    }

    /// The text of a string.
    func string(at index: Int) -> String? { nodes[index].string(in: text, escaped) }

    /// Whether a node is that string, byte by byte.
    func spells(_ index: Int, _ text: Span<UInt8>) -> Bool {
        utf8(at: index) { $0.isEqual(to: text) } ?? false
    }

    /// What a literal of the JSON grammar stands for; `nil` beyond the range of `Double`.
    static func number(_ literal: ArraySlice<UInt8>) -> JSONValue? {
        if let integer = integer(literal.span) { return .integer(integer) }
        let decimal = decimal(literal.span) ?? Double(String(decoding: literal, as: UTF8.self))
        guard let number = decimal, number.isFinite else { return nil }
        return Int64(whole: number).map(JSONValue.integer) ?? .number(number)
    }

    /// A number of few digits and decimals, as most are: an exact quotient of two exact numbers, rounded once (Clinger,
    /// *How to Read Floating Point Numbers Accurately*, 1990). `nil`: another one.
    private static func decimal(_ literal: Span<UInt8>) -> Double? {
        let powers: [8 of Double] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]
        let isNegative = literal[0] == UInt8(ascii: "-")
        // Up to fifteen digits are below 2⁵³.
        guard literal.count <= 16, let point = literal.indices.first(where: { literal[$0] == UInt8(ascii: ".") }),
            literal.count - point <= powers.count
        else { return nil }
        var digits: Int64 = 0
        for index in (isNegative ? 1 : 0)..<literal.count where index != point {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(literal[index]) else { return nil }
            digits = digits * 10 + Int64(literal[index] - UInt8(ascii: "0"))
        }
        let magnitude = Double(digits) / powers[literal.count - point - 1]
        return isNegative ? -magnitude : magnitude
    }

    private static func integer(_ literal: Span<UInt8>) -> Int64? {
        let isNegative = literal[0] == UInt8(ascii: "-")
        var value: Int64 = 0
        for index in (isNegative ? 1 : 0)..<literal.count {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(literal[index]) else { return nil }
            let digit = Int64(literal[index] - UInt8(ascii: "0"))
            let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isLarger) =
                isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
            guard !isTooLarge, !isLarger else { return nil }
            value = sum
        }
        return value
    }
}

/// The length of a text, its first byte, its last, and the one in the middle.
struct Tag: Equatable {
    private let value: UInt32

    init(_ text: Span<UInt8>) {
        guard !text.isEmpty else {
            value = 0
            return
        }
        let (first, middle, last) = (text[0], text[text.count / 2], text[text.count - 1])
        let length = UInt32(truncatingIfNeeded: text.count)
        value = length << 24 | UInt32(first) << 16 | UInt32(middle) << 8 | UInt32(last)
    }

    /// One of 64, as evenly as a multiplication by the golden ratio spreads them.
    var bit: UInt64 { 1 << UInt64((value &* 0x9E37_79B1) >> 26) }
}

extension Span<UInt8> {
    func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }
}
