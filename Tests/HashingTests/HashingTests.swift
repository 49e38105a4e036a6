import Beacons
import Hashing
import Testing

@Suite struct HashingTests {
    /// FIPS 180-4's examples: CSRC, "SHA-256".
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `SHA-256 of FIPS 180's examples`(message: String, digest: String) {
        #expect(SHA256.digest(of: Array(message.utf8)) == Hex.bytes(digest))
    }

    struct Case: Sendable {
        let key: [UInt8]
        let message: [UInt8]
        let code: String
        /// Characters of the code that the RFC gives.
        var digits = 64
    }

    /// RFC 4231, sections 4.2 to 4.8.
    static let cases = [
        Case(
            key: [UInt8](repeating: 0x0b, count: 20), message: Array("Hi There".utf8),
            code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        Case(
            key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
            code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        Case(
            key: [UInt8](repeating: 0xaa, count: 20), message: [UInt8](repeating: 0xdd, count: 50),
            code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
        Case(
            key: [UInt8](1...25), message: [UInt8](repeating: 0xcd, count: 50),
            code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
        Case(
            key: [UInt8](repeating: 0x0c, count: 20), message: Array("Test With Truncation".utf8),
            code: "a3b6167473100ee06e0c796c2955552b", digits: 32),
        Case(
            key: [UInt8](repeating: 0xaa, count: 131),
            message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
        Case(
            key: [UInt8](repeating: 0xaa, count: 131),
            message: Array(
                ("This is a test using a larger than block-size key and a larger than block-size data. The key needs "
                    + "to be hashed before being used by the HMAC algorithm.").utf8),
            code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
    ]

    @Test(arguments: cases.indices)
    func `HMAC of RFC 4231's cases`(index: Int) {
        let vector = Self.cases[index]
        let code = HMACSHA256.code(of: vector.message, key: vector.key)
        #expect(Array(code.prefix(vector.digits / 2)) == Hex.bytes(vector.code))
    }

    @Test func `a code is valid for its own message and key alone`() {
        let code = HMACSHA256.code(of: [1, 2, 3], key: [4])
        #expect(HMACSHA256.isValid(code, of: [1, 2, 3], key: [4]))
        #expect(!HMACSHA256.isValid(code, of: [1, 2], key: [4]))
        #expect(!HMACSHA256.isValid(code, of: [1, 2, 3], key: [5]))
        #expect(!HMACSHA256.isValid(Array(code.dropLast()), of: [1, 2, 3], key: [4]))
        #expect(!HMACSHA256.isValid([], of: [1, 2, 3], key: [4]))
    }

    @Test func `an empty key and an empty message have a code`() {
        // As of Python's hmac.new(b"", b"", "sha256").
        #expect(
            HMACSHA256.code(of: [], key: [])
                == Hex.bytes("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"))
    }

    @Test func `constant-time comparison is equality`() {
        #expect(ConstantTime.areEqual([], []))
        #expect(ConstantTime.areEqual([1, 2], [1, 2]))
        #expect(!ConstantTime.areEqual([1, 2], [1, 3]))
        #expect(!ConstantTime.areEqual([1, 2], [1, 2, 3]))
    }

    @Test func `random bytes come in the number asked for, others each time`() {
        #expect(RandomBytes.make(0).isEmpty)
        let (one, other) = (RandomBytes.make(32), RandomBytes.make(32))
        #expect(one.count == 32 && other.count == 32 && one != other)
    }
}
