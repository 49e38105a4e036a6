import Testing

@testable import beckon_consumer

@Suite struct WebhookSignatureTests {
    @Test func `the signature is the one of the specification's own example`() throws {
        let signature = try #require(WebhookSignature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let headers = signature.headers(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", Array(#"{"test": 2432232314}"#.utf8), at: 1_614_265_330_999)
        #expect(
            headers == [
                "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330",
                "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
            ])
    }

    @Test func `while keys are changed both sign`() throws {
        let keys = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\nwhsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n"
        let headers = try #require(WebhookSignature(keys)).headers(id: "m", [], at: 0)
        let signatures = headers["webhook-signature"]?.split(separator: " ") ?? []
        #expect(signatures.count == 2 && Set(signatures).count == 2)
        #expect(signatures.allSatisfy { $0.hasPrefix("v1,") })
    }

    @Test(arguments: [
        "", "\n", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_", "whsec_short", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS!",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw nonsense", "whsec_" + String(repeating: "AAAA", count: 22),
    ])
    func `what is no key is refused`(text: String) { #expect(WebhookSignature(text) == nil) }
}
