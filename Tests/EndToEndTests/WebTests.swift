import Foundation
import JSON
import TestSupport
import Testing

/// The consumer's pages and the phones' way in, by real sockets.
@Suite struct WebTests {
    static let shelf = #"{"uuid":"5a9e2c04-6b1d-4f38-9c57-d2e81a7b3f60","major":1,"minor":1,"rssi":-60}"#
    private let enter = #"{"event":"enter","beacons":[\#(shelf)]}"#

    @Test(arguments: StoreEngine.allCases)
    func aPhoneIsAnsweredWithTheNotificationAndARepeatWithTheVisitsCap(engine: StoreEngine) async throws {
        let shop = try await WebShop(in: engine)
        let subscriber = try await shop.workspace.subscribe("beckon-user/#")
        let token = try await shop.token("user", user: "q4x9-stout")
        let start = ContinuousClock.now
        let first = try shop.post("/v1/encounters", token: token, enter)
        #expect(ContinuousClock.now - start < .seconds(2))
        #expect(first.status == 200)
        let event = try JSONValue(parsing: Array(first.body.utf8))
        #expect(event["subject"]?.string == "q4x9-stout")
        #expect(event["data"]?["title"]?.string?.contains("Stout") == true)
        let again = try shop.post("/v1/encounters", token: token, enter)
        #expect(again.status == 204)
        #expect(again.header("beckon-reason") == "visit_cap")
        let gone = try shop.post("/v1/encounters", token: token, #"{"event":"exit","beacons":[]}"#)
        #expect(gone.header("beckon-reason") == "not_present")
        // By the answer alone: never by two channels.
        try await Task.sleep(for: .seconds(1))
        #expect(subscriber.messages(on: "/notify").isEmpty)
    }

    @Test func theSameOverTheBrokerComesOnTheVisitorsTopic() async throws {
        let shop = try await WebShop()
        let subscriber = try await shop.workspace.subscribe("beckon-user/+/+/notify")
        try await eventually("it is connected") { shop.consumer.text.contains("mqtt: connected") }
        let now = ISO8601DateFormatter().string(from: Date())
        let encounter = """
            {"specversion":"1.0","id":"e1","source":"phone/q4x9-stout","type":"beckon.encounter","subject":"q4x9-stout",\
            "time":"\(now.dropLast()).000Z","data":\(enter)}
            """
        let publisher = try ChildProcess(
            "mosquitto_pub",
            [
                "-h", "127.0.0.1", "-p", "\(shop.workspace.port)", "-q", "1", "-t",
                "beckon-user/v1/q4x9-stout/encounter", "-m", encounter,
            ], output: shop.workspace.file("publisher.log"))
        #expect(try await publisher.exitCode() == 0)
        try await subscriber.first(on: "q4x9-stout/notify", within: .seconds(10))
    }

    @Test func regionsComeOnceAndThenByTheirTag() async throws {
        let shop = try await WebShop()
        let token = try await shop.token("user", user: "k7m2-hops")
        let list = try shop.get("/v1/regions", token: token)
        #expect(list.status == 200)
        #expect(list.body.contains("5a9e2c04-6b1d-4f38-9c57-d2e81a7b3f60"))
        let tag = try #require(list.header("etag"))
        let again = try shop.get("/v1/regions", token: token, headers: ["If-None-Match: \"x\", W/\(tag)"])
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
    }

    @Test(arguments: StoreEngine.allCases)
    func withoutATokenOfTheRightKindNobodyIsLetIn(engine: StoreEngine) async throws {
        let shop = try await WebShop(in: engine)
        let screen = try await shop.token("screen")
        for token in [nil, "", "bk_x", screen] {
            let answer = try shop.post("/v1/encounters", token: token, enter)
            #expect(answer.status == 401)
            #expect(answer.header("www-authenticate") == "Bearer")
            #expect(answer.header("content-type") == "application/problem+json")
        }
        let user = try await shop.token("user", user: "q4x9-stout")
        #expect(try shop.get("/screen/beer-shelf?token=\(user)").status == 401)
        #expect(try shop.get("/screen/beer-shelf?token=\(screen)").status == 200)
        try await shop.beckon("token", "revoke", try await shop.tokenID("screen"))
        #expect(try shop.get("/screen/beer-shelf?token=\(screen)").status == 401)
    }

    @Test func whatIsNoEncounterIsAProblemWithItsPlace() async throws {
        let shop = try await WebShop()
        let beacon = #""uuid":"5a9e2c04-6b1d-4f38-9c57-d2e81a7b3f60""#
        for body in [
            "", "{", "[]", "null", "{}", #"{"event":"enter"}"#, #"{"event":"enter","beacons":[{}]}"#,
            #"{"event":"enter","beacons":[{"uuid":"x"}]}"#, #"{"event":"dance","beacons":[]}"#,
            #"{"event":"enter","beacons":[{\#(beacon),"major":65536}]}"#,
            #"{"event":"enter","beacons":[{\#(beacon),"rssi":1e400}]}"#, String(repeating: "[", count: 60_000),
        ] {
            let answer = try shop.post("/v1/encounters", token: shop.userToken, body)
            #expect(answer.status == 422)
            #expect(answer.body.contains(#""code":"not_an_encounter""#))
        }
    }

    @Test func whoTellsTooOftenIsToldWhenToComeAgain() async throws {
        let shop = try await WebShop()
        let token = try await shop.token("user", user: "k7m2-hops")
        let answers = try (0..<30).map { _ in try shop.post("/v1/encounters", token: token, enter) }
        let refused = answers.filter { $0.status == 429 }
        #expect((5...10).contains(refused.count))
        #expect(refused.first?.header("retry-after").flatMap { Int($0) } != nil)
    }

    @Test func linksThatWereChangedShowNothing() async throws {
        let shop = try await WebShop()
        let path = try await shop.itemPath()
        #expect(try shop.get(path).status == 200)
        for changed in [
            path + "x", path.replacingOccurrences(of: "/i/", with: "/i/1"),
            path.replacingOccurrences(of: "n=", with: "n=a"), String(path.prefix { $0 != "?" }), "/i/x?n=1&t=1.1",
        ] { #expect(try shop.get(changed).status == 410) }
        #expect(try shop.get("/me/q4x9-stout.1.1").status == 410)
    }

    @Test(arguments: StoreEngine.allCases)
    func lookingAtAPageChangesNothing(engine: StoreEngine) async throws {
        let shop = try await WebShop(in: engine)
        let path = try await shop.itemPath()
        let me = try #require(shop.get(path).body.firstMatch(of: /\/me\/[^"]+/)).output
        // Not the send itself, which is on its way from reserved to sent.
        func choices() throws -> [JSONValue?] {
            let person = try JSONValue(parsing: Array(shop.get("\(me)/export").body.utf8))
            return ["visitor", "feedback", "rests", "tokens"].map { person[$0] }
        }
        let before = try choices()
        for _ in 0..<3 {
            _ = try shop.get(path + "&action=opt-out")
            _ = try shop.get("\(me)?action=erase&confirm=yes")
        }
        #expect(try choices() == before)
        #expect(before[0]?["id"]?.string == "q4x9-stout" && before[1]?.array == [] && before[2]?.array == [])
    }

    @Test func whoIsTooYoungIsNotAskedTwice() async throws {
        let shop = try await WebShop()
        let consents = "consent:presence=yes&consent:profiling=yes&consent:marketing=yes&taste:family:stout=like"
        let young = try shop.post("/join", form: "day=1&month=1&year=2020&country=FI&\(consents)")
        #expect(young.status == 403)
        let cookie = try #require(young.header("set-cookie")).prefix { $0 != ";" }
        let again = try shop.post(
            "/join", form: "day=1&month=1&year=1980&country=FI&\(consents)", headers: ["Cookie: \(cookie)"])
        #expect(again.status == 403)
        #expect(try shop.get("/join", headers: ["Cookie: \(cookie)"]).body.contains("not old enough"))
    }

    @Test func theOperatorsTokenBecomesACookieThatScriptsDoNotSee() async throws {
        let shop = try await WebShop()
        let token = try await shop.token("operator")
        #expect(try shop.post("/login", form: "token=wrong").status == 403)
        let answer = try shop.post("/login", form: "token=\(token)")
        #expect(answer.status == 303)
        let cookie = try #require(answer.header("set-cookie"))
        #expect(cookie.contains("HttpOnly; SameSite=Strict"))
    }

    @Test func aTakenPortIsSaidAndTheConsumerGoesOn() async throws {
        let shop = try await WebShop()
        let other = try shop.workspace.start(
            "beckon-consumer",
            [
                "--config", try shop.configuration("other.yaml", port: shop.port), "--state",
                shop.workspace.file("other").path,
            ])
        try await eventually("it says so") { other.text.contains("another program listens there") }
        #expect(other.isRunning)
    }
}
