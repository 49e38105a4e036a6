/// A request, read whole.
public struct WebRequest: Sendable {
    /// `nil`: another than ours.
    public let method: WebMethod?
    /// As sent, escapes and all, without the query.
    public let path: String
    public let query: WebForm
    public let body: [UInt8]
    /// The address of the client in its canonical form; where a proxy on this machine says `X-Real-IP`, that.
    public let peer: String
    /// The placeholders of the route's pattern, decoded.
    public internal(set) var parameters: [String: String] = [:]
    private let headers: [(name: String, value: String)]

    /// `nil`: the target is malformed.
    ///
    /// - Parameters:
    ///   - method: as sent.
    ///   - target: path and query, or the whole URL (RFC 9112, section 3.2).
    ///   - peer: the address at the other end of the connection.
    public init?(
        method: String, target: String, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        peer: String = "127.0.0.1"
    ) {
        let parts = Self.origin(of: target).split(
            separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0].first == UInt8(ascii: "/"), let query = parts.count > 1 ? WebForm(parsing: parts[1]) : WebForm()
        else { return nil }
        self.method = WebMethod(rawValue: method == "HEAD" ? "GET" : method)
        path = String(decoding: parts[0], as: UTF8.self)
        self.query = query
        self.headers = headers.map { ($0.name.lowercased(), $0.value) }
        self.body = body
        self.peer = peer
    }

    /// The first header of that name, which is in lower case.
    public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// The cookie of that name.
    public func cookie(_ name: String) -> String? {
        for pair in header("cookie")?.split(separator: ";") ?? [] {
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, parts[0] == name { return String(parts[1]) }
        }
        return nil
    }

    /// The token of `Authorization: Bearer` (RFC 6750).
    public var bearerToken: String? {
        guard let parts = header("authorization")?.split(separator: " "), parts.count == 2,
            parts[0].lowercased() == "bearer"
        else { return nil }
        return String(parts[1])
    }

    /// The body as a form; `nil`: it is none.
    public var form: WebForm? {
        guard header("content-type")?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true
        else { return nil }
        return WebForm(parsing: body)
    }

    /// Path and query. What is no URL with a host is left as it is.
    private static func origin(of target: String) -> Substring.UTF8View {
        let parts = target.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[1].isEmpty, !parts[2].isEmpty,
            ["http:", "https:"].contains(String(Substring(parts[0])).lowercased())
        else { return target[...].utf8 }
        return parts.count == 3 ? "/"[...].utf8 : target[parts[2].endIndex...].utf8
    }
}
