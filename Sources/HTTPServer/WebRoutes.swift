/// Which handler answers which request. The first route that fits counts.
public struct WebRoutes: Sendable {
    /// Runs on the server's thread and returns at once.
    public typealias Handler = @Sendable (WebRequest) -> WebAnswer
    /// The answer where there is none: a status (400, 404, 405, 413, 503) for a path; without a request it was not read.
    public typealias Refusal = @Sendable (_ status: Int, _ path: String, _ request: WebRequest?) -> WebResponse

    fileprivate struct Route {
        let method: WebMethod
        let segments: [Substring]
        let handler: Handler
    }

    private var routes: [Route] = []
    private let refusal: Refusal

    public init(refusal: @escaping Refusal = { status, _, _ in .text("\(status)\n", status: status) }) {
        self.refusal = refusal
    }

    /// - Parameter pattern: `/i/{item}`: a segment in braces matches any that is not empty, and becomes a parameter.
    public mutating func on(_ method: WebMethod, _ pattern: String, _ handler: @escaping Handler) {
        routes.append(Route(method: method, segments: Self.segments(of: pattern), handler: handler))
    }

    func refuse(_ status: Int, _ path: String) -> WebResponse { refusal(status, path, nil) }

    /// What the handler of the request answers, or why none does.
    public func answer(_ request: WebRequest) -> WebAnswer {
        let segments = Self.segments(of: request.path)
        var allowed: [String] = []
        for route in routes {
            guard let parameters = route.match(segments) else { continue }
            guard route.method == request.method else {
                allowed.append(route.method.rawValue)
                continue
            }
            var request = request
            request.parameters = parameters
            return route.handler(request)
        }
        var response = refusal(allowed.isEmpty ? 404 : 405, request.path, request)
        if !allowed.isEmpty { response.headers.append(("Allow", allowed.joined(separator: ", "))) }
        return .now(response)
    }

    private static func segments(of path: String) -> [Substring] {
        path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    }
}

extension WebRoutes.Route {
    /// The placeholders, if the path fits.
    fileprivate func match(_ path: [Substring]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var parameters: [String: String] = [:]
        for (pattern, given) in zip(segments, path) {
            guard let given = PercentEncoding.decode(given.utf8, isForm: false) else { return nil }
            if pattern.first == "{" {
                guard !given.isEmpty else { return nil }
                parameters[String(pattern.dropFirst().dropLast())] = given
            } else if pattern != given {
                return nil
            }
        }
        return parameters
    }
}
