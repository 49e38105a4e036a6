import Foundation
import Testing

@testable import HTTPClient

@Suite struct HTTPClientTests {
    @Test func `a POST arrives as it was given, and the answer comes back`() throws {
        let server = FakeServer(
            status: "201 Created", headers: "Content-Type: application/json; charset=utf-8\r\nRetry-After: 7\r\n",
            body: #"{"a":1}"#)
        let response = try Caller().call(.test(server.url + "v1/x?y=z", method: .post, body: "hällo\u{0}")).get()
        #expect(response.status == 201)
        #expect(response.contentType == "application/json; charset=utf-8")
        #expect(response.retryAfter == 7)
        #expect(response.body == Array(#"{"a":1}"#.utf8))
        let request = try #require(server.received.first)
        #expect(request.hasPrefix("POST /v1/x?y=z HTTP/1.1\r\n"))
        #expect(request.hasSuffix("\r\n\r\nhällo\u{0}"))
        #expect(!request.lowercased().contains("expect:"))
    }

    @Test(arguments: [(HTTPRequest.Method.get, "GET"), (.delete, "DELETE"), (.post, "POST")])
    func `every method is said, and an empty body is none`(method: HTTPRequest.Method, word: String) throws {
        let server = FakeServer(body: "")
        #expect(try Caller().call(.test(server.url, method: method)).get().body.isEmpty)
        #expect(server.received.first?.hasPrefix("\(word) / HTTP/1.1") == true)
        #expect(server.received.first?.hasSuffix("\r\n\r\n") == true)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect is an answer and is not followed`(status: Int) throws {
        let other = FakeServer(body: "here")
        let server = FakeServer(status: "\(status) Elsewhere", headers: "Location: \(other.url)\r\n", body: "")
        #expect(try Caller().call(.test(server.url, method: .post, body: "{}")).get().status == status)
        #expect(other.received.isEmpty)
    }

    @Test func `a server that says nothing costs the deadline and no more`() throws {
        let server = FakeServer { _ in Thread.sleep(forTimeInterval: 3) }
        let caller = try Caller()
        let start = ContinuousClock.now
        #expect(try caller.fault(.test(server.url, deadline: .milliseconds(300))) == .deadline)
        let took = ContinuousClock.now - start
        #expect(took >= .milliseconds(290) && took < .milliseconds(1500), "took \(took)")
    }

    @Test func `a server that trickles is cut at the deadline`() throws {
        let server = FakeServer { connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
            while connection.send("x") { Thread.sleep(forTimeInterval: 0.02) }
        }
        let start = ContinuousClock.now
        #expect(try Caller().fault(.test(server.url, deadline: .milliseconds(400))) == .deadline)
        #expect(ContinuousClock.now - start < .milliseconds(1600))
    }

    @Test func `an answer without end is cut at a mebibyte, and one of just that is taken`() throws {
        let piece = String(repeating: "x", count: 65_536)
        let server = FakeServer { connection in
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while connection.send(piece) {}
        }
        let caller = try Caller()
        #expect(try caller.fault(.test(server.url)) == .tooLarge)
        let full = FakeServer(body: String(repeating: "y", count: 1 << 20))
        #expect(try caller.call(.test(full.url)).get().body.count == 1 << 20)
        let over = FakeServer(body: String(repeating: "y", count: (1 << 20) + 1))
        #expect(try caller.fault(.test(over.url)) == .tooLarge)
    }

    @Test func `headers without end are cut`() throws {
        let server = FakeServer { connection in
            connection.send("HTTP/1.1 200 OK\r\n")
            while connection.send("X-Filler: \(String(repeating: "x", count: 1000))\r\n") {}
        }
        #expect(try Caller().fault(.test(server.url)) == .tooLarge)
    }

    @Test(arguments: [
        "", "\r\n", "SSH-2.0-OpenSSH\r\n", "<html></html>", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx",
    ])
    func `what is no whole answer of HTTP is broken`(answer: String) throws {
        let server = FakeServer { connection in
            connection.send(answer)
            shutdown(connection.descriptor, Int32(SHUT_RDWR))
        }
        #expect(try Caller().fault(.test(server.url)) == .broken)
    }

    @Test(arguments: ["ftp://127.0.0.1/", "file:///etc/passwd", "nonsense://x", "http://", "gopher://127.0.0.1:70/"])
    func `only HTTP is spoken`(url: String) throws { #expect(try Caller().fault(.test(url)) == .request) }

    @Test func `a header with a line end is refused`() throws {
        var request = HTTPRequest.test("http://127.0.0.1:1/")
        request.headers = ["Authorization": "Bearer a\r\nX-Evil: 1"]
        #expect(try Caller().fault(request) == .request)
    }

    @Test func `where nobody listens nothing is reached`() throws {
        let port = FakeServer(body: "").port
        #expect(try Caller().fault(.test("http://127.0.0.1:\(port)/")) == .unreachable)
        #expect(try Caller().fault(.test("http://no-such-host.invalid/")) == .unreachable)
    }

    @Test(arguments: ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "127.1", "2130706433", "[::ffff:127.0.0.1]"])
    func `a private address is refused whatever its name, unless it is allowed`(host: String) throws {
        let server = FakeServer(body: "secret")
        let url = "http://\(host):\(server.port)/"
        #expect(try Caller().fault(.test(url, allowsPrivate: false)) == .privateAddress)
        #expect(server.received.isEmpty)
    }

    @Test func `a connection that another call was allowed is not taken over`() throws {
        let server = FakeServer(body: "secret")
        let caller = try Caller()
        #expect(try caller.call(.test(server.url)).get().status == 200)
        #expect(try caller.fault(.test(server.url, allowsPrivate: false)) == .privateAddress)
        #expect(server.received.count == 1)
    }

    @Test func `eight calls run side by side, and the ninth is not taken`() throws {
        let server = FakeServer { connection in
            Thread.sleep(forTimeInterval: 0.2)
            connection.send("HTTP/1.1 204 No Content\r\n\r\n")
        }
        let caller = try Caller()
        let start = ContinuousClock.now
        let tokens = (0..<9).map { _ in caller.client.start(.test(server.url)) }
        #expect(tokens.map { $0 != nil } == Array(repeating: true, count: 8) + [false])
        let outcomes = caller.outcomes(8)
        #expect(Set(outcomes.map(\.token)) == Set(tokens.compactMap(\.self)))
        #expect(outcomes.allSatisfy { (try? $0.result.get().status) == 204 })
        #expect(ContinuousClock.now - start < .milliseconds(1200), "one after the other takes 1600")
        #expect(caller.client.start(.test(server.url)) != nil)
    }

    @Test func `nothing is told of a call that was cancelled, and its place is free`() throws {
        let server = FakeServer { _ in Thread.sleep(forTimeInterval: 2) }
        let sound = FakeServer(body: "")
        let caller = try Caller(limit: 1)
        let token = try #require(caller.client.start(.test(server.url)))
        #expect(caller.client.start(.test(sound.url)) == nil)
        caller.client.cancel(token)
        #expect(try caller.call(.test(sound.url)).get().status == 200)
        #expect(caller.client.takeOutcomes().isEmpty)
    }

    @Test func `a client that is let go of while calls run ends at once`() throws {
        let server = FakeServer { _ in Thread.sleep(forTimeInterval: 2) }
        let start = ContinuousClock.now
        do {
            let caller = try Caller()
            for _ in 0..<8 { _ = caller.client.start(.test(server.url)) }
        }
        #expect(ContinuousClock.now - start < .seconds(1))
    }
}
