import HTTPServer
import TestSupport
import Testing

@Suite struct WebServerTests {
    @Test func answersWithWhatTheHandlerSaysAndTheStandardHeaders() throws {
        let fixture = try ServerFixture { routes in
            routes.on(.get, "/hello/{name}") { .now(.text("hello \($0.parameters["name"] ?? "")")) }
        }
        let answer = try fixture.get("/hello/k%C3%A4yt%C3%A4v%C3%A4?x=1")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.hasSuffix("\r\n\r\nhello käytävä"))
        for header in [
            "Content-Security-Policy: default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer", "Cache-Control: no-store",
        ] { #expect(answer.contains("\r\n\(header)\r\n")) }
    }

    @Test func givesTheHandlerTheWholeRequest() throws {
        let box = Box<WebRequest>()
        let fixture = try ServerFixture { routes in
            routes.on(.post, "/form") { request in
                box.put(request)
                return .now(.seeOther("/done"))
            }
        }
        let body = "age=18%2B&like=tag%3Acoffee&like=style%3Astout&name=a+b"
        let answer = try fixture.answer(
            """
            POST /form?n=1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r
            Authorization: Bearer abc.def\r\nCookie: a=1; session=s3cret\r\nContent-Length: \(body.utf8.count)\r
            Connection: close\r\n\r\n\(body)
            """)
        #expect(answer.hasPrefix("HTTP/1.1 303 "))
        #expect(answer.contains("\r\nLocation: /done\r\n"))
        let request = try #require(box.values.first)
        #expect(request.method == .post)
        #expect(request.query["n"] == "1")
        #expect(request.form?["age"] == "18+")
        #expect(request.form?.all("like") == ["tag:coffee", "style:stout"])
        #expect(request.form?["name"] == "a b")
        #expect(request.bearerToken == "abc.def")
        #expect(request.cookie("session") == "s3cret")
        #expect(request.peer == "127.0.0.1")
    }

    @Test func keepsAConnectionForSeveralRequestsAndAnswersPipelinedOnesInOrder() throws {
        let fixture = try ServerFixture { routes in
            routes.on(.get, "/{n}") { .now(.text("<\($0.parameters["n"] ?? "")>")) }
        }
        let connection = try fixture.connect()
        connection.send((1...3).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
        let answer = connection.read { $0.contains("<3>") }
        let order = answer.split(separator: "<").dropFirst().compactMap(\.first)
        #expect(order == ["1", "2", "3"])
    }

    @Test func headGetsTheHeadersOfGetAlone() throws {
        let fixture = try ServerFixture { routes in routes.on(.get, "/") { _ in .now(.text("12345")) } }
        let answer = try fixture.answer("HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(answer.contains("Content-Length: 5"))
        #expect(answer.hasSuffix("\r\n\r\n"))
    }

    @Test func saysWhatIsNotThereAndWhichMethodsAre() throws {
        let fixture = try ServerFixture { routes in routes.on(.post, "/only") { _ in .now(.text("")) } }
        #expect(try fixture.get("/nothing").hasPrefix("HTTP/1.1 404 "))
        let answer = try fixture.get("/only")
        #expect(answer.hasPrefix("HTTP/1.1 405 "))
        #expect(answer.contains("\r\nAllow: POST\r\n"))
        #expect(try fixture.answer("BREW /only HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").contains(" 405 "))
    }

    @Test func answersLaterFromAnotherThreadAndOtherwiseWhenTheTimeIsOver() throws {
        let box = Box<WebReply>()
        let fixture = try ServerFixture { routes in
            routes.on(.get, "/later") { _ in
                .later(within: .milliseconds(300), otherwise: .text("too late", status: 504), begin: box.put)
            }
        }
        let (first, second) = (try fixture.connect(), try fixture.connect())
        first.send("GET /later HTTP/1.1\r\nHost: x\r\n\r\n")
        while box.values.isEmpty { _ = first.read(within: .milliseconds(5)) }
        box.values[0].send(.text("in time"))
        box.values[0].send(.text("once more"))
        #expect(first.read { $0.contains("in time") }.hasPrefix("HTTP/1.1 200 "))
        second.send("GET /later HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(second.read { $0.contains("too late") }.hasPrefix("HTTP/1.1 504 "))
        for reply in box.values { reply.send(.text("nobody waits")) }
        #expect(try fixture.get("/x").contains(" 404 "))
    }

    @Test func whoGoesAwayBeforeTheAnswerHarmsNobody() throws {
        let box = Box<WebReply>()
        let fixture = try ServerFixture { routes in
            routes.on(.get, "/later") { _ in
                .later(within: .seconds(5), otherwise: .text(""), begin: box.put)
            }
        }
        for _ in 0..<20 { try fixture.connect().send("GET /later HTTP/1.1\r\nHost: x\r\n\r\n") }
        let last = try fixture.connect()
        while box.values.count < 20 { _ = last.read(within: .milliseconds(5)) }
        for reply in box.values { reply.send(.text("gone")) }
        #expect(try fixture.get("/x").contains(" 404 "))
    }

    @Test func aTakenPortIsSaidWithWhatToDo() throws {
        let fixture = try ServerFixture { _ in }
        let error = #expect(throws: WebServerError.self) {
            _ = try WebServer(host: "127.0.0.1", port: fixture.server.port, WebRoutes())
        }
        #expect(
            error?.description
                == "cannot listen on 127.0.0.1:\(fixture.server.port): another program listens there; end it, or "
                + "choose another port")
    }

    @Test(arguments: ["", "localhost", "256.1.1.1", "1.2.3", "::g", "127.0.0.1 ", "192.0.2.1"])
    func refusesWhatIsNoAddressOfThisMachine(host: String) throws {
        #expect(throws: WebServerError.self) { _ = try WebServer(host: host, port: 0, WebRoutes()) }
    }

    @Test func listensOnIPv6() throws {
        let server = try WebServer(host: "::1", port: 0, WebRoutes())
        #expect(server.address == "[::1]:\(server.port)")
        server.stop()
    }

    @Test func aPortThatWasStoppedIsFreeAtOnce() throws {
        let first = try WebServer(host: "127.0.0.1", port: 0, WebRoutes())
        let connection = try #require(RawConnection(port: first.port))
        connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = connection.read { $0.contains("404") }
        first.stop()
        #expect(connection.isClosed(within: .seconds(1)))
        try WebServer(host: "127.0.0.1", port: first.port, WebRoutes()).stop()
    }

    @Test func theAddressThatAProxyOnThisMachineNamesCountsIfItIsOne() throws {
        let box = Box<String>()
        let fixture = try ServerFixture { routes in
            routes.on(.get, "/") { request in
                box.put(request.peer)
                return .now(.text(""))
            }
        }
        for name in ["2001:DB8::1", "198.51.100.7", "evil", "::ffff:192.0.2.9"] {
            _ = try fixture.answer("GET / HTTP/1.1\r\nHost: x\r\nX-Real-IP: \(name)\r\nConnection: close\r\n\r\n")
        }
        #expect(box.values == ["2001:db8::1", "198.51.100.7", "127.0.0.1", "192.0.2.9"])
    }
}
