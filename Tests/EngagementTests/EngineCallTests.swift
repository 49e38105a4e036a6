import Engagement
import Testing

@Suite struct EngineCallTests {
    private static func reply(_ status: Int, _ body: String = "{}", retryAfter: Int? = nil) -> EngineCall.Reply {
        .response(status: status, contentType: "application/json", retryAfter: retryAfter, body: Array(body.utf8))
    }

    private static let sound = reply(200, #"{"request_id":"r1","score_kind":"rank","items":[{"id":"a"}]}"#)

    private var call = EngineCall(EngineShop.question(), withCandidates: false, deadline: 800)

    @Test mutating func `a sound answer is the answer`() {
        guard case .answered(let answer) = call.take(Self.sound, at: 100) else {
            Issue.record("not answered")
            return
        }
        #expect(answer.items.map(\.id) == ["a"])
    }

    @Test(arguments: [502, 503, 504])
    mutating func `a server that is away for a moment is asked once more, if time is left`(status: Int) {
        #expect(call.take(Self.reply(status), at: 500) == .again(withCandidates: false, left: 300))
        #expect(call.take(Self.reply(status), at: 500) == .failed("status \(status)", retryAfter: nil))
    }

    @Test mutating func `and not with less than 300 ms left`() {
        #expect(call.take(Self.reply(503), at: 501) == .failed("status 503", retryAfter: nil))
    }

    @Test mutating func `nor when it asked to be left alone`() {
        #expect(call.take(Self.reply(503, retryAfter: 9), at: 0) == .failed("status 503", retryAfter: 9))
    }

    @Test mutating func `a connection that did not stand is tried once more`() {
        #expect(call.take(.unreachable("refused"), at: 400) == .again(withCandidates: false, left: 400))
        #expect(call.take(.unreachable("refused"), at: 401) == .failed("refused", retryAfter: nil))
    }

    @Test(arguments: [100, 201, 204, 301, 302, 307, 400, 401, 404, 422, 429, 500, 501])
    mutating func `nothing else is`(status: Int) {
        #expect(call.take(Self.reply(status), at: 0) == .failed("status \(status)", retryAfter: nil))
    }

    @Test mutating func `a call that failed on its way is not repeated: the engine may be at it`() {
        #expect(call.take(.failed("deadline"), at: 0) == .failed("deadline", retryAfter: nil))
    }

    @Test mutating func `an unknown selection is asked about again with its candidates, once`() {
        let unknown = Self.reply(409, #"{"title":"?","code":"unknown_selection"}"#)
        #expect(call.take(unknown, at: 700) == .again(withCandidates: true, left: 100))
        #expect(call.withCandidates)
        #expect(call.take(unknown, at: 710) == .failed("status 409", retryAfter: nil))
    }

    @Test(arguments: ["", "{}", #"{"code":"other"}"#, "<html>"])
    mutating func `another conflict is a failure`(body: String) {
        #expect(call.take(Self.reply(409, body), at: 0) == .failed("status 409", retryAfter: nil))
    }

    @Test mutating func `and the resent question may still meet a server that is away`() {
        #expect(
            call.take(Self.reply(409, #"{"code":"unknown_selection"}"#), at: 100)
                == .again(withCandidates: true, left: 700))
        #expect(call.take(Self.reply(502), at: 200) == .again(withCandidates: true, left: 600))
    }
}

@Suite struct AnswerCacheTests {
    private static func answer(ttl: Int) throws -> EngineAnswer {
        try EngineShop.answer(#"{"request_id":"r1","score_kind":"rank","items":[],"ttl_s":\#(ttl)}"#)
    }

    @Test func `an answer serves the same question while it holds, and no other`() throws {
        var cache = AnswerCache()
        let key = AnswerCache.Key(EngineShop.question())
        cache.keep(try Self.answer(ttl: 60), to: key, at: 1000)
        #expect(cache.answer(to: AnswerCache.Key(EngineShop.question(id: "r2", at: 5)), at: 60_999) != nil)
        #expect(cache.answer(to: key, at: 61_000) == nil)
        #expect(cache.answer(to: key, at: 999) == nil, "the clock was set back")
        #expect(cache.answer(to: AnswerCache.Key(EngineShop.question(user: "u2")), at: 1000) == nil)
        var other = EngineShop.question()
        other.taste.likes = []
        #expect(cache.answer(to: AnswerCache.Key(other), at: 1000) == nil)
        cache.forget("u1")
        #expect(cache.answer(to: key, at: 1000) == nil)
    }

    @Test func `an answer for no time is not kept, and ends the one before`() throws {
        var cache = AnswerCache()
        let key = AnswerCache.Key(EngineShop.question())
        cache.keep(try Self.answer(ttl: 60), to: key, at: 0)
        cache.keep(try Self.answer(ttl: 0), to: key, at: 1)
        #expect(cache.answer(to: key, at: 1) == nil)
    }

    @Test func `a thousand are kept, and those that hold longest`() throws {
        var cache = AnswerCache()
        for number in 0..<1500 {
            let key = AnswerCache.Key(EngineShop.question(user: "u\(number)"))
            cache.keep(try Self.answer(ttl: 60), to: key, at: Int64(number))
        }
        let kept = (0..<1500).filter {
            cache.answer(to: AnswerCache.Key(EngineShop.question(user: "u\($0)")), at: 2000) != nil
        }
        #expect(kept == Array(500..<1500))
    }
}
