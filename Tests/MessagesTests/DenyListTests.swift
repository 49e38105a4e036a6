import Messages
import Testing

@Suite("Deny lists")
struct DenyListTests {
    private func list(_ hashes: String) -> [UInt8] {
        Array(#"{"at":"2026-11-30T17:05:12.345Z","key_id":"k1","mode":"deny","hashes":[\#(hashes)]}"#.utf8)
    }

    @Test(
        "What is not 13 characters of base 32 is refused, the whole list with it",
        arguments: [
            #""""#, #""aaaaaaaaaaaa""#, #""aaaaaaaaaaaaaa""#, #""aaaaaaaaaaaa1""#, #""aaaaaaaaaaaab""#,
            #""AAAAAAAAAAAAA""#, "7", "null", "[]", #""aaaaaaaaaaaaa", 1"#,
        ])
    func malformed(hashes: String) {
        #expect(throws: PayloadError.self) { _ = try DenyList(parsing: list(hashes)) }
    }

    @Test("As many as there may be, and not one more")
    func bound() throws {
        let hash = #""aaaaaaaaaaaaa","#
        let full = String(repeating: hash, count: DenyList.capacity)
        #expect(list(full).count < 1 << 22)
        #expect(try DenyList(parsing: list(String(full.dropLast()))).hashes.count == DenyList.capacity)
        #expect(throws: PayloadError.self) { _ = try DenyList(parsing: list(full + String(hash.dropLast()))) }
    }

    @Test("Every hash comes back", arguments: [0, 1, 31, 32, 0x8000_0000_0000_0000, .max] as [UInt64])
    func roundTrip(hash: UInt64) throws {
        let list = DenyList(at: 0, keyID: "k", mode: .allow, hashes: [hash])
        #expect(try DenyList(parsing: list.rendered()) == list)
    }
}
