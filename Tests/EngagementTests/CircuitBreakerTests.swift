import Engagement
import TestSupport
import Testing

@Suite struct CircuitBreakerTests {
    private var breaker = CircuitBreaker()

    /// Makes a call at `now`; whether there was leave.
    @discardableResult
    private mutating func call(at now: Int64, fails: Bool, retryAfter: Int? = nil) -> Bool {
        guard let permit = breaker.permit(at: now) else { return false }
        if fails {
            breaker.failed(permit, at: now, retryAfter: retryAfter)
        } else {
            breaker.succeeded(permit)
        }
        return true
    }

    private mutating func permit(at now: Int64) throws -> CircuitBreaker.Permit {
        let permit = breaker.permit(at: now)
        return try #require(permit)
    }

    @Test mutating func `five failures in a row open it for 15 s, and one probe closes it`() {
        for now in 0..<4 { call(at: Int64(now), fails: true) }
        #expect(breaker.state(at: 4) == .closed)
        call(at: 4, fails: true)
        #expect(breaker.state(at: 4) == .open)
        #expect(!call(at: 15_003, fails: false))
        #expect(breaker.state(at: 15_004) == .halfOpen)
        let probe = breaker.permit(at: 15_004)
        #expect(probe != nil)
        #expect(breaker.permit(at: 15_004) == nil, "one probe, and no more")
        probe.map { breaker.succeeded($0) }
        #expect(breaker.state(at: 15_005) == .closed)
    }

    @Test mutating func `a probe that fails opens it again`() {
        for now in 0..<5 { call(at: Int64(now), fails: true) }
        #expect(call(at: 20_000, fails: true))
        #expect(!call(at: 34_999, fails: false))
        #expect(call(at: 35_000, fails: false))
        #expect(breaker.state(at: 35_000) == .closed)
    }

    @Test mutating func `half of the last twenty open it, and less does not`() {
        for now in 0..<200 { call(at: Int64(now), fails: now % 20 < 4 || (10..<14).contains(now % 20)) }
        #expect(breaker.state(at: 200) == .closed)
        for now in 200..<219 { call(at: Int64(now), fails: now.isMultiple(of: 2)) }
        #expect(breaker.state(at: 219) == .open || breaker.permit(at: 219) != nil)
        for now in 219..<240 { call(at: Int64(now), fails: now.isMultiple(of: 2)) }
        #expect(breaker.state(at: 240) == .open)
    }

    @Test(arguments: zip([0, 1, 30, 60, 61, Int.max, -5], [Int64(0), 1000, 30_000, 60_000, 60_000, 60_000, 0]))
    mutating func `the server's own wish is granted, up to a minute`(seconds: Int, rest: Int64) {
        call(at: 0, fails: true, retryAfter: seconds)
        if rest > 0 { #expect(breaker.state(at: rest - 1) == .open) }
        #expect(breaker.state(at: rest) == .halfOpen)
    }

    @Test mutating func `what was under way when it opened says nothing about the probe`() throws {
        let old = try permit(at: 0)
        for now in 0..<5 { call(at: Int64(now), fails: true) }
        let probe = try permit(at: 15_004)
        breaker.succeeded(old)
        #expect(breaker.state(at: 15_004) == .halfOpen)
        breaker.failed(old, at: 15_004)
        #expect(breaker.permit(at: 15_004) == nil)
        breaker.succeeded(probe)
        #expect(breaker.state(at: 15_004) == .closed)
    }

    @Test mutating func `a probe that was given up leaves its place to another`() throws {
        for now in 0..<5 { call(at: Int64(now), fails: true) }
        breaker.abandoned(try permit(at: 15_004))
        #expect(breaker.permit(at: 15_004) != nil)
    }

    @Test mutating func `a clock that is set back a year does not keep it open for one`() {
        for now in 0..<5 { call(at: 31_536_000_000 + Int64(now), fails: true) }
        #expect(breaker.state(at: 0) == .halfOpen)
    }

    @Test mutating func `whatever happens, within a minute somebody may find out`() {
        var random = SplitMix64(seed: 6)
        var now: Int64 = 0
        for _ in 0..<10_000 {
            now += Int64.random(in: 0...5000, using: &random)
            let wish = Bool.random(using: &random) ? nil : Int.random(in: -10...1000, using: &random)
            if !call(at: now, fails: Int.random(in: 0..<10, using: &random) < 7, retryAfter: wish) {
                #expect(breaker.state(at: now) == .open)
                #expect(breaker.state(at: now + 60_000) == .halfOpen)
            }
        }
    }
}
