import Engagement
import JSON
import TestSupport
import Testing

@Suite struct EngineContractTests {
    @Test func `the question says who, where and when, and the candidates only if they are wanted`() throws {
        let question = EngineShop.question()
        let short = try JSONValue(parsing: question.rendered(withCandidates: false))
        #expect(short["request_id"] == .string("r1"))
        #expect(short["user"]?["id"] == .string("u1"))
        #expect(short["user"]?["likes"] == .array([.string("style:imperial_stout")]))
        #expect(short["user"]?["dislikes"] == .array([.string("family:pale_ale & tag:fruit")]))
        #expect(short["context"]?["dwell_s"] == .number(20.5))
        #expect(short["context"]?["at"] == .string("2026-11-30T12:00:00.000Z"))
        #expect(short["selection"]?["version"] == .string("v1"))
        #expect(short["exclude"] == .array([.string("x")]))
        #expect(short["candidates"] == nil)
        let long = try JSONValue(parsing: question.rendered(withCandidates: true))
        let first = try #require(long["candidates"]?.array?.first)
        #expect(first["id"] == .string("a") && first["family"] == .string("stout") && first["abv"] == .integer(9))
        #expect(first["tags"] == .array([.string("dark"), .string("coffee")]))
    }

    @Test func `an answer is read, by score, without what was not asked about and what comes twice`() throws {
        let answer = try EngineShop.answer(
            """
            {"request_id":"r1","recommendation_id":"rec","model":"m/1","score_kind":"probability","new":{},"items":[
             {"id":"a","score":0.7},{"id":"z","score":1},{"id":"b","score":0.9,"reasons":[
              {"code":"tag:dark","weight":0.1},{"code":"tag:coffee","weight":0.3},{"code":"tag:x","weight":-1},
              {"code":"because","weight":9}]},{"id":"b","score":0.1}],"fallback":false,"ttl_s":9999}
            """)
        #expect(answer.items.map(\.id) == ["b", "a"])
        #expect(answer.items[0].reasons.map(\.dimension.description) == ["tag:coffee", "tag:dark"])
        #expect(answer.id == "rec" && answer.model == "m/1" && answer.foreign == 1)
        #expect(answer.lifetime == 300_000 && !answer.isFallback)
    }

    @Test func `a rank needs no scores, and its order stays`() throws {
        let answer = try EngineShop.answer(
            #"{"request_id":"r1","score_kind":"rank","items":[{"id":"c"},{"id":"a","score":5}]}"#)
        #expect(answer.items.map(\.id) == ["c", "a"] && answer.lifetime == 0)
    }

    @Test func `no items are an answer: nothing is relevant`() throws {
        #expect(try EngineShop.answer(#"{"request_id":"r1","score_kind":"rank","items":[]}"#).items.isEmpty)
    }

    @Test(arguments: [
        "", "{", "null", "[]", "<html><body>502</body></html>", #"{"request_id":"r1"}"#,
        #"{"request_id":"r2","score_kind":"rank","items":[]}"#, #"{"score_kind":"rank","items":[]}"#,
        #"{"request_id":"r1","score_kind":"best","items":[]}"#, #"{"request_id":"r1","score_kind":"rank","items":{}}"#,
        #"{"request_id":"r1","score_kind":"rank","items":["a"]}"#,
        #"{"request_id":"r1","score_kind":"rank","items":[{"id":7}]}"#,
        #"{"request_id":"r1","score_kind":"probability","items":[{"id":"a","score":NaN}]}"#,
        #"{"request_id":"r1","score_kind":"probability","items":[{"id":"a","score":"NaN"}]}"#,
        #"{"request_id":"r1","score_kind":"probability","items":[{"id":"a","score":1e999}]}"#,
        #"{"request_id":"r1","score_kind":"probability","items":[{"id":"a","score":1.01}]}"#,
        #"{"request_id":"r1","score_kind":"probability","items":[{"id":"a","score":-0.1}]}"#,
        #"{"request_id":"r1","score_kind":"probability","items":[{"id":"a"}]}"#,
        #"{"request_id":"r1","score_kind":"relative","items":[{"id":"a","score":null}]}"#,
        #"{"request_id":"r1","score_kind":"relative","items":[{"id":"foreign","score":1}]}"#,
        #"{"request_id":"r1","score_kind":"rank","items":[]} trailing"#,
        "{\"request_id\":\"r1\",\"score_kind\":\"rank\",\"items\":[\(Array(repeating: "{\"id\":\"a\"}", count: 1001).joined(separator: ","))]}",
        String(repeating: "[", count: 100_000),
    ])
    func `what breaks the contract is no answer`(body: String) {
        #expect(throws: EngineFault.self) { try EngineShop.answer(body) }
    }

    @Test(arguments: [nil, "", "text/html", "text/html; charset=utf-8", "application/jsonp"])
    func `an answer of another type is none`(type: String?) {
        let sound = #"{"request_id":"r1","score_kind":"rank","items":[]}"#
        #expect(throws: EngineFault.self) { try EngineShop.answer(sound, type: type) }
    }

    @Test(arguments: ["application/json; charset=utf-8", "Application/JSON", "application/vnd.shop+json"])
    func `JSON has several names`(type: String) throws {
        #expect(
            try EngineShop.answer(#"{"request_id":"r1","score_kind":"rank","items":[]}"#, type: type).items.isEmpty)
    }

    @Test(arguments: ["-1", "0", "1e-9", "1e308", "null", #""300""#, "[]"])
    func `any time to live is bounded`(text: String) throws {
        let answer = try EngineShop.answer(#"{"request_id":"r1","score_kind":"rank","items":[],"ttl_s":\#(text)}"#)
        #expect((0...300_000).contains(answer.lifetime))
    }

    @Test func `no mutation of an answer traps, and none names what was not asked about`() {
        let sound = Array(
            """
            {"request_id":"r1","score_kind":"relative","items":[{"id":"a","score":0.5,"reasons":[{"code":"tag:coffee",\
            "weight":0.2}]},{"id":"b","score":-3e5}],"ttl_s":12.5,"fallback":true}
            """.utf8)
        var random = SplitMix64(seed: 1)
        var read = 0
        for _ in 0..<5000 {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = random.integer()
            }
            guard let answer = try? EngineAnswer(bytes, contentType: "application/json", to: EngineShop.question())
            else { continue }
            read += 1
            #expect(Set(answer.items.map(\.id)).isSubset(of: ["a", "b", "c"]))
            #expect(answer.items.allSatisfy { $0.score.isFinite } && (0...300_000).contains(answer.lifetime))
        }
        #expect(read > 100)
    }
}
