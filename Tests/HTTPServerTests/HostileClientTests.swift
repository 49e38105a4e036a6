import HTTPServer
import TestSupport
import Testing

/// What no browser does.
@Suite struct HostileClientTests {
    private func fixture(_ limits: WebLimits = WebLimits()) throws -> ServerFixture {
        try ServerFixture(limits) { routes in
            routes.on(.get, "/") { _ in .now(.text("alive")) }
            routes.on(.post, "/") { .now(.text("\($0.body.count) bytes")) }
            routes.on(.get, "/{a}") { .now(.text($0.parameters["a"] ?? "")) }
            routes.on(.get, "/inject/{a}") { .now(.seeOther($0.parameters["a"] ?? "")) }
            routes.on(.get, "/large") { _ in .now(.text(String(repeating: "x", count: 8 << 20))) }
        }
    }

    static let malformed = [
        "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
        "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", "GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /%ff HTTP/1.1\r\nHost: x\r\n\r\n", "GET /?a=%f HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET * HTTP/1.1\r\nHost: x\r\n\r\n", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET  HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET x HTTP/1.1\r\nHost: x\r\n\r\n", "GET http: HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET http:// HTTP/1.1\r\nHost: x\r\n\r\n", "GET //////?&&&=&=== HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /inject/%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\nHost: x\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5x\r\n\r\nabcde",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n\r\n",
        "GET / HTTP/1.1\r\n : \r\n:::\r\nHost\r\n\r\n",
        "GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\n\(String(repeating: "A: b\r\n", count: 20_000))\r\n",
        "GET / HTTP/1.1\r\nHost: \(String(repeating: "x", count: 100_000))\r\n\r\n",
        "GET /?\(String(repeating: "a=b&", count: 5_000)) HTTP/1.1\r\nHost: x\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\u{16}\u{3}\u{1}\u{0}\u{5}hello",
    ]

    @Test(arguments: malformed)
    func malformedRequestsNeverSucceedInHarmAndTheNextClientIsServed(request: String) throws {
        var limits = WebLimits()
        limits.receiving = .milliseconds(200)
        let fixture = try fixture(limits)
        let answer = try fixture.answer(request, within: .seconds(2))
        #expect(!answer.contains("\r\nSet-Cookie"))
        let isPlain = request.hasPrefix("GET / HTTP/1.1\r\n") || request.hasPrefix("GET / HTTP/9")
        #expect(isPlain || !answer.hasPrefix("HTTP/1.1 200"))
        #expect(try fixture.get("/").hasSuffix("alive"))
    }

    @Test func randomBytesAndBrokenRequestsAreSurvived() throws {
        var limits = WebLimits()
        limits.receiving = .milliseconds(100)
        let fixture = try fixture(limits)
        var random = SplitMix64(seed: 6)
        let whole = Array(
            "POST /?a=b%20c HTTP/1.1\r\nHost: x\r\nCookie: a=b\r\nContent-Length: 5\r\n\r\nhello".utf8)
        for round in 0..<400 {
            var bytes = round % 4 == 0 ? random.bytes(1...3000) : whole
            if round % 4 != 0 {
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = random.integer()
                }
            }
            let connection = try fixture.connect()
            connection.send(bytes)
            if round % 10 == 0 { _ = connection.read(within: .milliseconds(20)) }
        }
        #expect(try fixture.get("/").hasSuffix("alive"))
    }

    @Test func aBodyAboveTheBoundIsRefusedWhetherItsLengthIsToldOrNot() throws {
        let fixture = try fixture()
        let most = 64 << 10
        for count in [most, most + 1] {
            let body = String(repeating: "x", count: count)
            let told = try fixture.answer(
                "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(count)\r\nConnection: close\r\n\r\n\(body)")
            let chunked = try fixture.answer(
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
                    + "\(String(count, radix: 16))\r\n\(body)\r\n0\r\n\r\n")
            for answer in [told, chunked] {
                #expect(answer.contains(count > most ? " 413 " : "\(most) bytes"))
            }
        }
    }

    @Test func whoTricklesTheirRequestIsHungUpOnInTime() throws {
        var limits = WebLimits()
        limits.receiving = .milliseconds(400)
        let fixture = try fixture(limits)
        let connection = try fixture.connect()
        let start = ContinuousClock.now
        connection.send("GET / HTTP/1.1\r\n")
        while ContinuousClock.now - start < .seconds(3), !connection.isClosed(within: .milliseconds(50)) {
            connection.send("A: b\r\n")
        }
        #expect(ContinuousClock.now - start < .seconds(2))
        let silent = try fixture.connect()
        #expect(silent.isClosed(within: .seconds(2)))
    }

    @Test func whoDoesNotTakeTheirAnswerIsHungUpOnInTime() throws {
        var limits = WebLimits()
        limits.sending = .milliseconds(300)
        let fixture = try fixture(limits)
        let connection = try fixture.connect(receiveBuffer: 4096)
        connection.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = try fixture.connect().read(within: .milliseconds(800))
        // What the kernel had taken comes still, and then the end.
        let answer = connection.read(within: .seconds(3))
        #expect(answer.utf8.count < 8 << 20)
        #expect(try fixture.get("/").hasSuffix("alive"))
    }

    @Test func oneAddressCannotTakeAllConnections() throws {
        var limits = WebLimits()
        limits.connectionsPerAddress = 4
        let fixture = try fixture(limits)
        let held = try (0..<4).map { _ in try fixture.connect() }
        for connection in held {
            connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(connection.read { $0.hasSuffix("alive") }.hasSuffix("alive"))
        }
        let refused = try fixture.connect()
        refused.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(refused.read(within: .seconds(1)).isEmpty)
        #expect(held.count == 4)
    }

    @Test func moreConnectionsThanThereAreWaitForAFreeOne() throws {
        var limits = WebLimits()
        limits.connections = 8
        limits.receiving = .milliseconds(300)
        let fixture = try fixture(limits)
        let held = try (0..<8).map { _ in try fixture.connect() }
        let waiting = try fixture.connect()
        waiting.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(waiting.read(within: .seconds(3)).hasSuffix("alive"))
        #expect(held.count == 8)
    }
}
