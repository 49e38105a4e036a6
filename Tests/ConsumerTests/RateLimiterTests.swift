import Testing

@testable import beckon_consumer

@Suite struct RateLimiterTests {
    @Test func letsABurstThroughAndThenOneAfterEachPause() {
        let limiter = RateLimiter(burst: 3, pause: .seconds(2))
        #expect((0..<3).allSatisfy { _ in limiter.wait("a", at: 0) == nil })
        #expect(limiter.wait("a", at: 0) == 2)
        #expect(limiter.wait("a", at: 1500) == 1)
        #expect(limiter.wait("a", at: 2000) == nil)
        #expect(limiter.wait("a", at: 2000) == 2)
        #expect(limiter.wait("b", at: 2000) == nil)
    }

    @Test func neverMoreThanTheBurstHoweverLongTheWait() {
        let limiter = RateLimiter(burst: 3, pause: .seconds(2))
        let passed = (0..<10).count { _ in limiter.wait("a", at: .max / 4) == nil }
        #expect(passed == 3)
    }

    @Test func aClockThatIsSetBackGivesNothingAndBlocksNobodyForEver() {
        let limiter = RateLimiter(burst: 1, pause: .seconds(2))
        #expect(limiter.wait("a", at: 1_000_000) == nil)
        #expect(limiter.wait("a", at: 0) != nil)
        #expect(limiter.wait("a", at: 2000) == nil)
    }

    @Test func aFloodOfNamesTakesBoundedMemory() {
        let limiter = RateLimiter(burst: 1, pause: .seconds(1000))
        for number in 0..<50_000 { _ = limiter.wait("\(number)", at: 0) }
        #expect(limiter.wait("new", at: 0) == nil)
    }
}
