import TestSupport
import Testing

@testable import beckon_consumer

@Suite struct LinkSignerTests {
    private let signer = LinkSigner(key: [UInt8](repeating: 7, count: 32))
    private let day: Int64 = 86_400_000

    @Test func aLinkHoldsForWhatItWasMadeForUntilItsTime() {
        let token = signer.token(for: "n1\nitem", .item, until: 30 * day)
        #expect(signer.isValid(token, for: "n1\nitem", .item, at: 30 * day - 1000))
        #expect(!signer.isValid(token, for: "n1\nitem", .item, at: 30 * day))
        #expect(!signer.isValid(token, for: "n2\nitem", .item, at: 0))
        #expect(!signer.isValid(token, for: "n1\nitem", .me, at: 0))
        #expect(!LinkSigner(key: [UInt8](repeating: 8, count: 32)).isValid(token, for: "n1\nitem", .item, at: 0))
    }

    /// HMAC-SHA256 by Python's hmac, cut to 16 bytes, base64url without padding.
    @Test func theCodeIsHMACSHA256() {
        #expect(signer.token(for: "u1", .me, until: 1_796_040_000_000) == "tpbdc0.3V_dJCeNn_6O4xxONt4zZA")
    }

    @Test func noTokenThatWasChangedHolds() {
        let token = Array(signer.token(for: "u1", .me, until: 90 * day).utf8)
        var random = SplitMix64(seed: 9)
        for _ in 0..<5000 {
            var changed = token
            changed[Int.random(in: 0..<changed.count, using: &random)] = random.integer()
            let text = String(decoding: changed, as: UTF8.self)
            #expect(changed == token || !signer.isValid(text, for: "u1", .me, at: 0))
        }
    }

    @Test(arguments: [
        "", ".", "..", "a", "a.b", "zzzzzzzzzzzzzzzzzzzzzzzz.AAAAAAAAAAAAAAAAAAAAAA", "-1.x", "\u{0}.\u{0}",
    ])
    func whatIsNoTokenIsNone(token: String) {
        #expect(!signer.isValid(token, for: "u1", .me, at: 0))
    }

    @Test func theAddressOfAVisitorsPageNamesThem() {
        let addresses = PageAddresses(signer: signer)
        let path = addresses.me("u1-x", until: day)
        let token = String(path.dropFirst("/me/".count))
        #expect(addresses.user(of: token, at: 0) == "u1-x")
        #expect(addresses.user(of: token, at: day) == nil)
        #expect(addresses.user(of: "u2" + token.dropFirst(4), at: 0) == nil)
        #expect(addresses.user(of: "", at: 0) == nil)
    }
}
