extension JSONValue {
    /// Reads one JSON text, strictly by RFC 8259, and any bytes whatever without a trap.
    ///
    /// Also refused: a name twice in one object (compared as Swift compares strings, so `é` is one name however it is
    /// composed), escaped surrogates without their other half, numbers beyond the range of `Double`, a byte order mark.
    ///
    /// - Parameter maxDepth: the most arrays and objects inside one another; at most 512, for the stack's sake.
    public init(parsing text: [UInt8], maxDepth: Int = 32) throws(JSONError) {
        var parser = JSONParser(text: text, depth: min(max(maxDepth, 0), 512))
        self = try parser.document()
    }
}

/// Recursive descent over bytes.
private struct JSONParser {
    let text: [UInt8]
    /// How many more arrays and objects may be entered.
    var depth: Int
    var offset = 0

    init(text: [UInt8], depth: Int) {
        self.text = text
        self.depth = depth
    }

    mutating func document() throws(JSONError) -> JSONValue {
        skipBlanks()
        let value = try value()
        skipBlanks()
        guard offset == text.count else { throw fault("expected the end of the text") }
        return value
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        guard let byte = next else { throw fault("expected a value") }
        switch byte {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw fault("expected a value")
        }
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        try enter()
        var members: [JSONValue.Member] = []
        var names: Set<String> = []
        if !take(UInt8(ascii: "}")) {
            repeat {
                skipBlanks()
                let start = offset
                guard next == UInt8(ascii: "\"") else { throw fault("expected a name in quotes") }
                let name = try string()
                guard !occurs(name, in: members, &names) else { throw fault("a name occurs twice", at: start) }
                skipBlanks()
                guard take(UInt8(ascii: ":")) else { throw fault("expected a colon") }
                skipBlanks()
                members.append(JSONValue.Member(name, try value()))
                skipBlanks()
            } while take(UInt8(ascii: ","))
            guard take(UInt8(ascii: "}")) else { throw fault("expected a comma or a closing brace") }
        }
        depth += 1
        return .object(members)
    }

    /// Whether the object has the name already. Few names are compared sooner than hashed; of many, a set knows.
    private func occurs(_ name: String, in members: [JSONValue.Member], _ names: inout Set<String>) -> Bool {
        if members.count < 32 { return members.contains { $0.name == name } }
        if names.isEmpty { names = Set(members.map(\.name)) }
        return !names.insert(name).inserted
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        try enter()
        var elements: [JSONValue] = []
        if !take(UInt8(ascii: "]")) {
            repeat {
                skipBlanks()
                elements.append(try value())
                skipBlanks()
            } while take(UInt8(ascii: ","))
            guard take(UInt8(ascii: "]")) else { throw fault("expected a comma or a closing bracket") }
        }
        depth += 1
        return .array(elements)
    }

    /// Steps over the opening bracket and the blanks behind it.
    private mutating func enter() throws(JSONError) {
        guard depth > 0 else { throw fault("nested too deeply") }
        depth -= 1
        offset += 1
        skipBlanks()
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard text[offset...].starts(with: word.utf8) else { throw fault("expected a value") }
        offset += word.utf8.count
        return value
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = offset
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        let literal = String(decoding: text[start..<offset], as: UTF8.self)
        if isWhole, let integer = Int64(literal) { return .integer(integer) }
        guard let number = Double(literal), number.isFinite else { throw fault("a number out of range", at: start) }
        return Int64(whole: number).map(JSONValue.integer) ?? .number(number)
    }

    private mutating func digits() throws(JSONError) {
        let start = offset
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        guard offset > start else { throw fault("expected a digit") }
    }

    private mutating func string() throws(JSONError) -> String {
        let start = offset
        offset += 1
        let plain = offset
        let bits: UInt8
        (offset, bits) = plainText(from: plain)
        if next == UInt8(ascii: "\"") {
            offset += 1
            let content = text[plain..<offset - 1]
            return bits < 0x80 ? String(decoding: content, as: UTF8.self) : try validated(content, at: start)
        }
        var content = Array(text[plain..<offset])
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return try validated(content[...], at: start)
            case UInt8(ascii: "\\"):
                try escape(into: &content)
            case 0..<0x20:
                throw fault("a control character in a string")
            default:
                content.append(byte)
                offset += 1
            }
        }
        throw fault("a string without end", at: start)
    }

    /// Where what needs no second look in a string ends, and all its bits together.
    private func plainText(from start: Int) -> (end: Int, bits: UInt8) {
        let bytes = text.span
        var end = start
        var bits: UInt8 = 0
        while end < bytes.count {
            let byte = bytes[end]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            bits |= byte
            end += 1
        }
        return (end, bits)
    }

    private func validated(_ bytes: ArraySlice<UInt8>, at start: Int) throws(JSONError) -> String {
        guard let string = String(validating: bytes, as: UTF8.self) else {
            throw fault("a string that is not UTF-8", at: start)
        }
        return string
    }

    private mutating func escape(into content: inout [UInt8]) throws(JSONError) {
        let start = offset
        offset += 1
        let escaped = next
        offset += 1
        switch escaped {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(text[offset - 1])
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"):
            var code = try codeUnit(of: start)
            if (0xD800..<0xDC00).contains(code) {
                guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
                    throw fault("half a surrogate pair", at: start)
                }
                let low = try codeUnit(of: start)
                guard (0xDC00..<0xE000).contains(low) else { throw fault("half a surrogate pair", at: start) }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw fault("half a surrogate pair", at: start) }
            content.append(contentsOf: Character(scalar).utf8)
        default: throw fault("an unknown escape", at: start)
        }
    }

    /// The four hexadecimal digits of an escape that began at `start`.
    private mutating func codeUnit(of start: Int) throws(JSONError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw fault("an escape without four hexadecimal digits", at: start)
            }
            code = code << 4 | UInt32(digit)
            offset += 1
        }
        return code
    }

    private var next: UInt8? { offset < text.count ? text[offset] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private func fault(_ message: String, at place: Int? = nil) -> JSONError {
        JSONError(message, at: place ?? offset, in: text)
    }
}
