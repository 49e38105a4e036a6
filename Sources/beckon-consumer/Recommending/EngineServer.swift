import HTTPClient
import Settings

/// How the retailer's engine is spoken to.
struct EngineServer: Sendable {
    private let url: String
    private let headers: [String: String]

    /// Reads the token.
    init(_ settings: RecommenderSettings.Engine) throws(SecretError) {
        url = settings.url
        var headers = [
            "Content-Type": "application/json", "Accept": "application/json", "User-Agent": ChannelServers.agent,
        ]
        if let token = try settings.token?.read() { headers["Authorization"] = "Bearer \(token)" }
        self.headers = headers
    }

    /// - Parameter path: from `/v1`.
    func request(
        _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8] = [], deadline: Duration,
        connectDeadline: Duration
    ) -> HTTPRequest {
        // The operator named the server; it may well be on this machine.
        HTTPRequest(
            method, url + path, headers: headers, body: body, deadline: deadline, connectDeadline: connectDeadline,
            allowsPrivate: true)
    }
}
