import Foundation
import Hashing
import TestSupport
import Testing

@Suite struct Base64Tests {
    /// RFC 4648, section 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `the RFC's vectors`(plain: String, text: String) {
        #expect(Base64.standard.text(Array(plain.utf8)) == text)
        #expect(Base64.standard.bytes(text) == Array(plain.utf8))
        let unpadded = text.replacing("=", with: "")
        #expect(Base64.url.text(Array(plain.utf8)) == unpadded)
        #expect(Base64.url.bytes(unpadded) == Array(plain.utf8))
    }

    @Test func `the two differ in the last two characters`() {
        #expect(Base64.standard.text([0xfb, 0xff]) == "+/8=")
        #expect(Base64.url.text([0xfb, 0xff]) == "-_8")
    }

    @Test(arguments: [
        "Zg=", "Zg", "Zg===", "Z", "Zh==", "Zm9=", "Zm 9", "Zm9v\n", "=", "====", "Zg==Zg==", "Zm8-", "é==",
    ])
    func `what nobody encodes like that is refused`(text: String) {
        #expect(Base64.standard.bytes(text) == nil)
    }

    @Test(arguments: ["Zg==", "Z", "Zh", "Zm9v=", "Zm8+"])
    func `padding and the other alphabet are refused in URLs`(text: String) {
        #expect(Base64.url.bytes(text) == nil)
    }

    @Test func `random bytes as Foundation does, and back`() {
        var random = SplitMix64(seed: 64)
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = Base64.standard.text(bytes)
            #expect(text == Data(bytes).base64EncodedString())
            #expect(Base64.standard.bytes(text) == bytes)
            #expect(Base64.url.bytes(Base64.url.text(bytes)) == bytes)
        }
    }
}
