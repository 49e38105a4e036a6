import TestSupport
import Testing

@testable import HTTPServer

@Suite struct WebRequestTests {
    @Test(arguments: [
        ("/a?b=c", "/a", "c"), ("http://shop.example/a?b=c", "/a", "c"), ("HTTPS://shop.example", "/", nil),
        ("/a?x=1&b=%41%20b", "/a", "A b"), ("/a?b=1&b=2", "/a", "1"), ("/?b", "/", ""),
    ])
    func readsTheTarget(target: String, path: String, value: String?) throws {
        let request = try #require(WebRequest(method: "GET", target: target))
        #expect(request.path == path)
        #expect(request.query["b"] == value)
    }

    @Test(arguments: ["", "*", "a", "http:", "/?a=%", "/?a=%4", "/?a=%gg", "/?%00", "/?a=%c3%28", "ftp://a/"])
    func refusesWhatIsNoTarget(target: String) {
        #expect(WebRequest(method: "GET", target: target) == nil)
    }

    @Test func encodingIsUndoneByDecoding() {
        var random = SplitMix64(seed: 66)
        for _ in 0..<2000 {
            let text = String(
                String.UnicodeScalarView(
                    (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
                        Unicode.Scalar(UInt32.random(in: 0x20...0x2_FFFF, using: &random)).flatMap {
                            $0.value == 0x7F ? nil : $0
                        }
                    }))
            let encoded = PercentEncoding.encode(text)
            #expect(PercentEncoding.decode(encoded.utf8, isForm: false) == text)
            #expect(PercentEncoding.decode(encoded.utf8, isForm: true) == text)
            #expect(!encoded.contains { "/?&=+#\"'<>".contains($0) })
        }
    }

    @Test func theFirstRouteThatFitsCountsAndPlaceholdersAreDecoded() throws {
        var routes = WebRoutes()
        routes.on(.get, "/i/new") { _ in .now(.text("new")) }
        routes.on(.get, "/i/{item}") { .now(.text("item \($0.parameters["item"] ?? "")")) }
        func answer(_ target: String) throws -> String {
            let request = try #require(WebRequest(method: "GET", target: target))
            guard case .now(let response) = routes.answer(request) else { return "" }
            return "\(response.status) " + String(decoding: response.body, as: UTF8.self)
        }
        #expect(try answer("/i/new") == "200 new")
        #expect(try answer("/i/a%2Fb") == "200 item a/b")
        #expect(try answer("/i/").hasPrefix("404"))
        #expect(try answer("/i/a/b").hasPrefix("404"))
        #expect(try answer("/i/%ff").hasPrefix("404"))
    }

    @Test(arguments: [
        ("Bearer abc", "abc"), ("bearer abc", "abc"), ("Basic abc", nil), ("Bearer", nil), ("Bearer a b", nil),
    ])
    func readsTheBearerToken(header: String, token: String?) {
        let request = WebRequest(method: "GET", target: "/", headers: [("Authorization", header)])
        #expect(request?.bearerToken == token)
    }
}
