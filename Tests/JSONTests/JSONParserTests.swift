import JSON
import TestSupport
import Testing

@Suite("Reading JSON")
struct JSONParserTests {
    @Test(
        "RFC 8259 texts are read",
        arguments: [
            ("null", JSONValue.null), (" true ", .bool(true)), ("false\r\n\t ", .bool(false)),
            ("0", .integer(0)), ("-0", .integer(0)), ("-7", .integer(-7)), ("5.0", .integer(5)),
            ("1e3", .integer(1000)),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .number(0x1p63)), ("0.5", .number(0.5)), ("-1.5E-2", .number(-0.015)),
            ("1E+2", .integer(100)), ("1e-400", .integer(0)),
            (#""""#, .string("")), (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{C}\n\r\t")),
            (#""\u0041\u00e9\u20AC""#, .string("Aé€")), (#""\ud83c\udf7a""#, .string("🍺")),
            ("\"🍺\u{7F}\"", .string("🍺\u{7F}")),
            ("[]", .array([])), ("[ ]", .array([])), ("[1, [2]]", .array([.integer(1), .array([.integer(2)])])),
            ("{}", .object([])), ("{ }", .object([])),
            (#"{"a":1,"":null}"#, .object([.init("a", .integer(1)), .init("", .null)])),
        ])
    func accepts(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)) == value)
    }

    @Test(
        "What RFC 8259 does not allow is refused, with its place",
        arguments: [
            ("", 0), (" ", 1), ("nul", 0), ("True", 0), ("nulls", 4), ("1 2", 2), ("\u{FEFF}1", 0), ("'a'", 0),
            ("01", 1), ("-", 1), ("+1", 0), (".5", 0), ("1.", 2), ("1.e1", 2), ("1e", 2), ("1e+", 3), ("0x1", 1),
            ("1e400", 0),
            ("NaN", 0), ("Infinity", 0), ("-Infinity", 1),
            ("\"a", 0), ("\"a\nb\"", 2), ("\"\u{0}\"", 1), (#""\"#, 1), (#""\x""#, 1), (#""\u12""#, 1),
            (#""\u00g0""#, 1), (#""\u00٣0""#, 1),
            (#""\ud800""#, 1), (#""\udc00""#, 1), (#""\ud800\u0041""#, 1), (#""\ud800\n""#, 1),
            ("[", 1), ("[1", 2), ("[1,", 3), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3), ("]", 0), ("[}", 1),
            ("{", 1), (#"{"a""#, 4), (#"{"a":"#, 5), (#"{"a":1"#, 6), (#"{"a":1,}"#, 7), (#"{a:1}"#, 1),
            (#"{"a" 1}"#, 5),
            (#"{1:1}"#, 1), (#"{"a":1 "b":2}"#, 7), (#"{"a":1,"\u0061":2}"#, 7), ("// c\n1", 0),
        ])
    func refuses(text: String, offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
        #expect(error?.offset == offset)
    }

    @Test("A name that occurs twice is refused, wherever in an object of any size", arguments: [2, 32, 33, 34, 1000])
    func repeatedName(count: Int) throws {
        func object(_ names: [String]) -> [UInt8] {
            Array("{\(names.map { "\"\($0)\":0" }.joined(separator: ","))}".utf8)
        }
        let names = (0..<count).map(String.init)
        #expect(try JSONValue(parsing: object(names)).object?.count == count)
        for repeated in Set([0, (count - 1) / 2, count - 2]) {
            let twice = names.dropLast() + [names[repeated]]
            #expect(throws: JSONError.self) { try JSONValue(parsing: object(Array(twice))) }
        }
    }

    @Test(
        "Bytes that are not UTF-8 are refused",
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82]] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(throws: JSONError.self) { try JSONValue(parsing: [quote] + bytes + [quote]) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array(#""\n"#.utf8) + bytes + [quote]) }
    }

    @Test("A fault is told by line and column")
    func place() {
        let text = "{\n  \"a\": 1,\n  \"b\": tru\n}"
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
        #expect(error?.line == 3)
        #expect(error?.column == 8)
        #expect(error?.description == "line 3, column 8: expected a value")
    }

    @Test("Depth is bounded, and counts only what is open")
    func depth() throws {
        func nested(_ depth: Int) -> [UInt8] { Array(String(repeating: "[", count: depth).utf8) }
        func closed(_ depth: Int) -> [UInt8] { nested(depth) + Array(String(repeating: "]", count: depth).utf8) }
        #expect(throws: Never.self) { try JSONValue(parsing: closed(32)) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: closed(33)) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: nested(1_000_000)) }
        #expect(throws: Never.self) { try JSONValue(parsing: closed(512), maxDepth: .max) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: nested(1_000_000), maxDepth: .max) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: closed(1), maxDepth: -1) }
        let siblings = Array("[\(Array(repeating: "[]", count: 100).joined(separator: ","))]".utf8)
        #expect(try JSONValue(parsing: siblings, maxDepth: 2).array?.count == 100)
    }

    @Test("Any value written is read back the same")
    func roundTrip() throws {
        var random = SplitMix64(seed: 1)
        for _ in 0..<2000 {
            let value = JSONValue.random(depth: 4, using: &random)
            #expect(try JSONValue(parsing: Array(value.description.utf8)) == value)
        }
    }

    @Test("Random and mutated bytes never trap, and what is accepted is written and read again")
    func anyBytes() throws {
        var random = SplitMix64(seed: 2)
        let alphabet = Array(#"{}[]",:\/u0123456789eE+-.truefalsn "#.utf8) + [0, 0x0A, 0x7F, 0xC3, 0xA9, 0xED, 0xFF]
        for round in 0..<20_000 {
            var bytes: [UInt8]
            if round.isMultiple(of: 2) {
                bytes = (0..<Int.random(in: 0..<24, using: &random)).map { _ in
                    alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
                }
            } else {
                bytes = Array(JSONValue.random(depth: 3, using: &random).description.utf8)
                for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = alphabet.randomElement(using: &random) ?? 0
                }
            }
            guard let value = try? JSONValue(parsing: bytes) else { continue }
            #expect(try JSONValue(parsing: Array(value.description.utf8)) == value)
        }
    }
}

extension JSONValue {
    static func random(depth: Int, using random: inout SplitMix64) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return .integer(Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0..<64, using: &random))
        case 3:
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { return .null }
            return Int64(exactly: number).map(JSONValue.integer) ?? .number(number)
        case 4: return .string(.random(using: &random))
        case 5: return .number(Double(Int.random(in: -999...999, using: &random)) + 0.25)
        case 6:
            return .array(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
        default:
            return .object(
                (0..<Int.random(in: 0...4, using: &random)).map {
                    Member("\($0)" + String.random(using: &random), .random(depth: depth - 1, using: &random))
                })
        }
    }
}

extension String {
    static func random(using random: inout SplitMix64) -> String {
        let scalars = (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in
            Unicode.Scalar(UInt32.random(in: 0..<(Bool.random(using: &random) ? 0x80 : 0x11_0000), using: &random))
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
