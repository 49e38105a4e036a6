/// Recursive descent over bytes.
struct JSONParser {
    private typealias Node = JSONDocument.Node

    private let text: [UInt8]
    /// Whether each string ends at the next quote, and is ASCII: no backslash, control character or other byte is there.
    private let isPlain: Bool
    /// How many more arrays and objects may be entered.
    private var depth: Int
    private var offset = 0
    private var nodes: [Node] = []
    private var escaped: [String] = []

    init(text: [UInt8], depth: Int) {
        self.text = text
        self.depth = depth
        // All of it in one loop that does the same for each byte: sixteen at a time.
        var odd: UInt8 = 0
        for byte in text {
            odd |= byte & 0x80 | (byte < 0x20 ? 1 : 0) | (byte == UInt8(ascii: "\\") ? 1 : 0)
        }
        isPlain = odd == 0
        // A message has a name or a value in every 14 bytes.
        nodes.reserveCapacity(text.count / 14)
    }

    mutating func document() throws(JSONError) -> JSONDocument {
        skipBlanks()
        try value()
        skipBlanks()
        guard offset == text.count else { throw fault("expected the end of the text") }
        return JSONDocument(text: text, nodes: nodes, escaped: escaped)
    }

    private mutating func value() throws(JSONError) {
        guard let byte = next else { throw fault("expected a value") }
        switch byte {
        case UInt8(ascii: "{"): try object()
        case UInt8(ascii: "["): try array()
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        case UInt8(ascii: "t"): try word("true", .yes)
        case UInt8(ascii: "f"): try word("false", .no)
        case UInt8(ascii: "n"): try word("null", .null)
        default: throw fault("expected a value")
        }
    }

    private mutating func object() throws(JSONError) {
        let object = nodes.count
        try enter(.object)
        var names = Names()
        if !take(UInt8(ascii: "}")) {
            repeat {
                skipBlanks()
                let start = offset
                guard next == UInt8(ascii: "\"") else { throw fault("expected a name in quotes") }
                try string()
                guard !isRepeated(in: object, &names) else { throw fault("a name occurs twice", at: start) }
                skipBlanks()
                guard take(UInt8(ascii: ":")) else { throw fault("expected a colon") }
                skipBlanks()
                try value()
                skipBlanks()
            } while take(UInt8(ascii: ","))
            guard take(UInt8(ascii: "}")) else { throw fault("expected a comma or a closing brace") }
        }
        leave(object)
    }

    /// What is known of an object's names so far.
    private struct Names {
        var count = 0
        /// A bit for each tag: where one is new, the name is.
        var tags: UInt64 = 0
        /// Not empty: all of them.
        var all: Set<String> = []
    }

    /// Whether the object has the name that was read last already. A few of ASCII are compared sooner than hashed; for all
    /// others there is a set.
    private func isRepeated(in object: Int, _ names: inout Names) -> Bool {
        let nodes = nodes.span
        let last = nodes.count - 1
        defer {
            names.count += 1
            names.tags |= nodes[last].tag.bit
        }
        if nodes[last].kind == .ascii, names.all.isEmpty, names.count < 32 {
            guard names.tags & nodes[last].tag.bit != 0 else { return false }
            var name = object + 1
            while name < last {
                if nodes[name].tag == nodes[last].tag, isSame(nodes[name], nodes[last]) { return true }
                name = nodes[name + 1].next
            }
            return false
        }
        if names.all.isEmpty {
            var name = object + 1
            while name < last {
                names.all.insert(nodes[name].string(in: text, escaped) ?? "")
                name = nodes[name + 1].next
            }
        }
        return !names.all.insert(nodes[last].string(in: text, escaped) ?? "").inserted
    }

    private func isSame(_ one: Node, _ other: Node) -> Bool {
        text.span.extracting(one.start..<one.end).isEqual(to: text.span.extracting(other.start..<other.end))
    }

    private mutating func array() throws(JSONError) {
        let array = nodes.count
        try enter(.array)
        if !take(UInt8(ascii: "]")) {
            repeat {
                skipBlanks()
                try value()
                skipBlanks()
            } while take(UInt8(ascii: ","))
            guard take(UInt8(ascii: "]")) else { throw fault("expected a comma or a closing bracket") }
        }
        leave(array)
    }

    /// Steps over the opening bracket and the blanks behind it.
    private mutating func enter(_ kind: Node.Kind) throws(JSONError) {
        guard depth > 0 else { throw fault("nested too deeply") }
        depth -= 1
        add(kind, from: offset, to: offset)
        offset += 1
        skipBlanks()
    }

    /// All nodes from here on are in that container.
    private mutating func leave(_ container: Int) {
        depth += 1
        nodes[container].next = nodes.count
    }

    private mutating func add(_ kind: Node.Kind, from start: Int, to end: Int, _ tag: Tag = Tag(Span())) {
        nodes.append(Node(kind: kind, start: start, end: end, next: nodes.count + 1, tag: tag))
    }

    private mutating func word(_ word: String, _ kind: Node.Kind) throws(JSONError) {
        guard text[offset...].starts(with: word.utf8) else { throw fault("expected a value") }
        add(kind, from: offset, to: offset + word.utf8.count)
        offset += word.utf8.count
    }

    private mutating func number() throws(JSONError) {
        let start = offset
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        let hasExponent = take(UInt8(ascii: "e")) || take(UInt8(ascii: "E"))
        if hasExponent {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        // Fewer than 309 digits are below the largest `Double`, 1.8 × 10³⁰⁸.
        if hasExponent || offset - start > 308, JSONDocument.number(text[start..<offset]) == nil {
            throw fault("a number out of range", at: start)
        }
        add(.number, from: start, to: offset)
    }

    private mutating func digits() throws(JSONError) {
        let start = offset
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        guard offset > start else { throw fault("expected a digit") }
    }

    private mutating func string() throws(JSONError) {
        let start = offset
        let plain = start + 1
        let isASCII: Bool
        (offset, isASCII) = plainText(from: plain)
        guard next != UInt8(ascii: "\"") else {
            if !isASCII { try validate(text.span.extracting(plain..<offset), at: start) }
            let tag = Tag(text.span.extracting(plain..<offset))
            add(isASCII ? .ascii : .unicode, from: plain, to: offset, tag)
            offset += 1
            return
        }
        var content = Array(text[plain..<offset])
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                try validate(content.span, at: start)
                add(.escaped, from: escaped.count, to: escaped.count, Tag(content.span))
                return escaped.append(String(decoding: content, as: UTF8.self))
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

    /// Where what needs no second look in a string ends, and whether it is all ASCII.
    private func plainText(from start: Int) -> (end: Int, isASCII: Bool) {
        let bytes = text.span
        var end = start
        if isPlain {
            while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += 1 }
            return (end, true)
        }
        var bits: UInt8 = 0
        while end < bytes.count {
            let byte = bytes[end]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            bits |= byte
            end += 1
        }
        return (end, bits < 0x80)
    }

    private func validate(_ bytes: Span<UInt8>, at start: Int) throws(JSONError) {
        do { _ = try UTF8Span(validating: bytes) } catch { throw fault("a string that is not UTF-8", at: start) }
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
