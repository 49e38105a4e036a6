/// One level of a topic, from text that may hold anything.
///
/// Every byte outside `A-Za-z0-9:_-` becomes `%XX`: slashes and wildcards would break the topic, and NATS drops
/// connections on a dot.
enum TopicLevel {
    static func escape(_ text: String) -> String {
        guard !isPlain(text.utf8.span) else { return text }
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) {
                escaped.append(byte)
            } else {
                escaped += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// What `escape` made the level from; `nil` for anything that it does not make.
    static func unescape(_ level: Substring) -> String? {
        if isPlain(level.utf8.span) { return level.isEmpty ? nil : String(level) }
        var bytes: [UInt8] = []
        var rest = level.utf8.makeIterator()
        while let byte = rest.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.next().flatMap(value), let low = rest.next().flatMap(value),
                    !isPlain(high << 4 | low)
                else { return nil }
                bytes.append(high << 4 | low)
            } else {
                guard isPlain(byte) else { return nil }
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func isPlain(_ text: Span<UInt8>) -> Bool {
        for index in text.indices where !isPlain(text[index]) { return false }
        return true
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func digit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
    }

    /// Upper case only: one text, one topic.
    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
