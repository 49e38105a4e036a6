/// An answer to a request.
public struct WebResponse: Sendable {
    public var status: Int
    /// In the order given; a name that the standard headers have too replaces those.
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]

    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// - Parameter type: the media type.
    public init(status: Int = 200, type: String, body: [UInt8]) {
        self.init(status: status, headers: [("Content-Type", type)], body: body)
    }

    public static func text(_ text: String, status: Int = 200) -> WebResponse {
        WebResponse(status: status, type: "text/plain; charset=utf-8", body: Array(text.utf8))
    }

    /// Sends the client to `location` with a GET, as after a form.
    public static func seeOther(_ location: String) -> WebResponse {
        WebResponse(status: 303, headers: [("Location", location)])
    }

    /// Only what this server itself sends is loaded or run, nothing frames it, no address of a page (they hold tokens)
    /// goes elsewhere, and nothing is kept by caches unless an answer says so.
    private static let standardHeaders: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-store"),
    ]

    /// With the standard ones.
    var allHeaders: [(name: String, value: String)] {
        let named = Set(headers.map { $0.name.lowercased() })
        return Self.standardHeaders.filter { !named.contains($0.name.lowercased()) } + headers
    }
}
