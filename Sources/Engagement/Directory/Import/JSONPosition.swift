/// Where in a JSON text its values stand. The text has been parsed: it is known to be JSON.
struct JSONPosition {
    private let bytes: [UInt8]
    private var offset = 0

    /// The line and column, from 1, of the value that `path` leads to: which child, in which child, and so on, in
    /// arrays and objects alike.
    static func of(_ path: [Int], in bytes: [UInt8]) -> (line: Int, column: Int) {
        var position = JSONPosition(bytes: bytes)
        position.follow(path)
        let before = bytes.prefix(position.offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return (1 + before.count { $0 == UInt8(ascii: "\n") }, position.offset - lineStart + 1)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func follow(_ path: [Int]) {
        skipBetween()
        for child in path {
            let isObject = byte == UInt8(ascii: "{")
            offset += 1
            for index in 0...max(child, 0) {
                skipBetween()
                if isObject {
                    skipValue()
                    skipBetween()
                }
                if index < child { skipValue() }
            }
        }
    }

    /// White space, commas and colons.
    private mutating func skipBetween() {
        while let byte, [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: ":")].contains(byte) { offset += 1 }
    }

    private mutating func skipValue() {
        var depth = 0
        repeat {
            skipBetween()
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                offset += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                offset += 1
            case UInt8(ascii: "\""): skipString()
            case nil: return
            default: skipScalar()
            }
        } while depth > 0
    }

    private mutating func skipString() {
        offset += 1
        while let byte, byte != UInt8(ascii: "\"") { offset += byte == UInt8(ascii: "\\") ? 2 : 1 }
        offset += 1
    }

    private mutating func skipScalar() {
        while let byte, byte.isScalar { offset += 1 }
    }
}

extension UInt8 {
    /// Part of a number, `true`, `false` or `null`.
    fileprivate var isScalar: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
