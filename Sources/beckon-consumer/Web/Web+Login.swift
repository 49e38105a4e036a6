import ConsumerStore
import Daemon
import HTTPServer
import Pages
import Settings

/// How the operator comes to the live page.
extension Web {
    private static let cookie = "beckon-token"

    func addLogin(to routes: inout WebRoutes) {
        routes.on(.get, "/login") { _ in .now(.page(LoginPage(isRefused: false).document)) }
        routes.on(.post, "/login") { [self] request in
            trying(request) {
                guard let secret = request.form?["token"], let token = try token(secret, for: .operator) else {
                    return .now(.page(LoginPage(isRefused: true).document, status: 403))
                }
                return .now(welcome(secret, token))
            }
        }
    }

    private func welcome(_ secret: String, _ token: AccessToken) -> WebResponse {
        // Where the world knows us by https, the cookie goes by nothing else.
        let secure = settings.http.publicURL?.hasPrefix("https:") == true ? "; Secure" : ""
        let seconds = (token.expires - SystemClock.wallMilliseconds()) / 1000
        var response = WebResponse.seeOther("/")
        response.headers.append(
            (
                "Set-Cookie",
                "\(Self.cookie)=\(secret); Max-Age=\(seconds); Path=/; HttpOnly; SameSite=Strict\(secure)"
            ))
        return response
    }

    /// Whether the request comes from an operator: by the cookie, or by a bearer token.
    func isOperator(_ request: WebRequest) -> Bool {
        (try? token(request.cookie(Self.cookie) ?? request.bearerToken, for: .operator)) != nil
    }
}
