import JSON
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
    private func text(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("Commas stand between values and nowhere else")
    func commas() {
        let written = text {
            $0.object {
                $0.field("a", 1)
                $0.field("b") { $0.array { _ in } }
                $0.field("c") {
                    $0.array {
                        $0.object { _ in }
                        $0.null()
                        $0.array { $0.bool(true) }
                        $0.string("x")
                    }
                }
                $0.field("d", false)
            }
        }
        #expect(written == #"{"a":1,"b":[],"c":[{},null,[true],"x"],"d":false}"#)
    }

    @Test("Integers are exact to both ends of 64 bits")
    func integers() {
        #expect(text { $0.integer(Int64.min) } == "-9223372036854775808")
        #expect(text { $0.integer(UInt64.max) } == "18446744073709551615")
        #expect(text { $0.integer(UInt8(0)) } == "0")
        #expect(text { $0.integer(UInt128.max) } == "18446744073709551615")
    }

    @Test(
        "Decimals are rounded, and written without trailing zeros",
        arguments: [
            (-61.44, 1, "-61.4"), (-61.46, 1, "-61.5"), (-61.0, 1, "-61"), (0.05, 1, "0.1"), (-0.04, 1, "0"),
            (1.005, 2, "1"),
            (0.000_000_1, 7, "0.0000001"), (123.456, 0, "123"), (0.5, -1, "1"), (1.25, 99, "1.25"),
            (1e300, 2, "1e+300"),
            (9_007_199_254_740_992, 3, "9007199254740992"), (.nan, 1, "null"), (.infinity, 1, "null"),
            (-.infinity, 0, "null"),
        ])
    func decimals(value: Double, decimals: Int, expected: String) {
        #expect(text { $0.number(value, decimals: decimals) } == expected)
    }

    @Test("What is not finite is null")
    func notFinite() {
        #expect(text { $0.number(.nan) } == "null")
        #expect(text { $0.number(-.infinity) } == "null")
        #expect(text { $0.number(.greatestFiniteMagnitude) } == "1.7976931348623157e+308")
    }

    @Test("Strings are escaped as RFC 8259 asks, and no more")
    func escapes() {
        let written = text { $0.string("\"\\/\u{0}\u{8}\t\n\u{C}\r\u{1F}\u{7F}é🍺") }
        #expect(written == "\"\\\"\\\\/\\u0000\\b\\t\\n\\f\\r\\u001f\u{7F}é🍺\"")
    }

    @Test("A writer that was reset begins anew")
    func reset() {
        var writer = JSONWriter()
        writer.object { $0.field("a", 1) }
        writer.reset()
        writer.string("b")
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #""b""#)
    }
}
