import JSON
import TestSupport
import Testing

@Suite("Looking into JSON")
struct JSONViewTests {
    private func view(_ text: String) throws -> JSONView { try JSONView(parsing: Array(text.utf8)) }

    @Test("Members are found in the order of the text and in any other, as often as they are asked for")
    func anyOrder() throws {
        let view = try view(#"{"a": 1, "b": {"a": 2, "c": [3, {"a": 4}]}, "c": "x", "d": null, "\u0065": 5}"#)
        var random = SplitMix64(seed: 3)
        let members = try #require(view.members)
        let values: [String: JSONValue] = ["a": .integer(1), "c": .string("x"), "d": .null, "e": .integer(5)]
        for _ in 0..<200 {
            let name = ["a", "b", "c", "d", "e", "f", ""].randomElement(using: &random) ?? ""
            let member = members.find(name)
            if name == "b" {
                let inner = try #require(member?.members)
                let found = [inner.find("c")?.elements?.count == 2, inner.find("b") == nil, inner.find("a") != nil]
                #expect(!found.contains(false))
            } else {
                #expect(member?.value == values[name], "\(name)")
            }
        }
    }

    @Test("A number of few digits is the one that is nearest to its text")
    func decimals() throws {
        var random = SplitMix64(seed: 5)
        let edges = [
            "0.1", "-0.3", "-0.0", "0.0000001", "99999999.9999999", "-9.87654321012345", "9007199254740.993", "1.50",
            "123456789012.345", "0.00000012",
        ]
        let texts = (0..<5000).map { _ in
            let decimals = Int.random(in: 1...8, using: &random)
            let digits = (0..<Int.random(in: 1...9, using: &random) + decimals).map { _ in
                String(Int.random(in: 0...9, using: &random))
            }
            let whole = Int(digits.dropLast(decimals).joined()) ?? 0
            let sign = Bool.random(using: &random) ? "-" : ""
            return "\(sign)\(whole).\(digits.suffix(decimals).joined())"
        }
        for text in edges + texts { #expect(try view(text).value.double == Double(text), "\(text)") }
    }

    @Test("Names are compared byte by byte, however they are spelled in the text")
    func names() throws {
        let view = try view("{\"caf\u{e9}\": 1, \"a\\tb\": 2, \"aXb\": 3, \"\u{212A}\": 4}")
        for (name, value) in [("caf\u{e9}", 1), ("a\tb", 2), ("aXb", 3), ("\u{212A}", 4)] as [(String, Int64)] {
            let members = try #require(view.members)
            let found = members.find(name)?.value
            #expect(found == .integer(value))
        }
        for name in ["cafe\u{301}", "a\\tb", "aYb", "K", "caf", "cafes"] {
            let members = try #require(view.members)
            let found = members.find(name)
            #expect(found == nil, "\(name)")
        }
    }

    @Test("Names of one shape that differ are not taken for one, and names composed in two ways are")
    func repeats() throws {
        #expect(throws: Never.self) { try view(#"{"a1b2c": 0, "a2b1c": 0, "axbyc": 0}"#) }
        for text in [
            "{\"caf\u{e9}\": 1, \"x\": 0, \"cafe\u{301}\": 1}", "{\"K\": 1, \"\u{212A}\": 1}",
            "{\"\u{212A}\": 1, \"K\": 1}", #"{"a": 1, "\u0061": 1}"#,
        ] { #expect(throws: JSONError.self) { try view(text) } }
    }

    @Test("A view says what its value is, and nothing of what it is not")
    func kinds() throws {
        let text = try view(#""a\nb""#)
        #expect(text.string == "a\nb" && text.utf8 { $0.count } == 3)
        #expect(!text.isNull && text.members == nil && text.elements == nil)
        let null = try view("null")
        #expect(null.isNull && null.string == nil && null.utf8 { $0.count } == nil)
        let object = try view("{}")
        #expect(object.members?.all.isEmpty == true && object.elements == nil)
        let list = try view("[]")
        #expect(list.members == nil && list.elements?.isEmpty == true)
    }

    @Test("A number that fits is whole to its last digit; where the largest Double ends, numbers do")
    func numbers() throws {
        let digits = String(repeating: "9", count: 308)
        #expect(try view(digits).value == .number(Double(digits) ?? 0))
        #expect(throws: JSONError.self) { try view(digits + "9") }
        #expect(throws: JSONError.self) { try view("2" + String(repeating: "0", count: 308)) }
        #expect(try view("1" + String(repeating: "0", count: 308)).value == .number(1e308))
        #expect(try view("0." + digits).value == .number(1) || view("0." + digits).value == .integer(1))
        #expect(try view("9007199254740993").value == .integer(9_007_199_254_740_993))
    }
}
