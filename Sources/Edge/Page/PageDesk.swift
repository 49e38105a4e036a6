import Beacons
import Daemon
import HTTPServer
import Pages
import Synchronization

/// Between the server's thread, where people ask, and the gateway's, which knows.
final class PageDesk: Sendable {
    /// Somebody who waits for the page.
    struct Question: Sendable {
        /// Whose signal they look at.
        let beacon: BeaconIdentity?
        /// `nil`: all of it.
        let part: String?
        let reply: WebReply
    }

    /// Readable when somebody waits.
    let wake: Wake
    let watchers = Watchers<BeaconIdentity?>()
    private let questions = Mutex<[Question]>([])

    init() throws(SystemError) { wake = try Wake() }

    var hasQuestions: Bool { questions.withLock { !$0.isEmpty } }

    /// Those who wait: at most one a connection.
    func takeQuestions() -> [Question] {
        questions.withLock { questions in
            defer { questions = [] }
            return questions
        }
    }

    func routes() -> WebRoutes {
        var routes = WebRoutes()
        routes.on(.get, "/") { [self] request in ask(request, for: nil) }
        routes.on(.get, "/parts/{part}") { [self] request in ask(request, for: request.parameters["part"]) }
        routes.on(.get, "/events") { [self] request in
            guard request.isFromThisMachine else { return .now(Self.elsewhere) }
            return .events { [self] stream in
                watchers.add(stream, to: Self.beacon(request))
                wake.signal()
            }
        }
        for (path, type, content) in [
            ("/style.css", "text/css", Style.css), ("/live.css", "text/css", LiveStyle.css),
            ("/live.js", "text/javascript", LiveScript.js),
        ] {
            let file = WebResponse(type: "\(type); charset=utf-8", body: Array(content.description.utf8))
            routes.on(.get, path) { _ in .now(file) }
        }
        routes.on(.get, "/favicon.ico") { _ in .now(WebResponse(status: 204)) }
        return routes
    }

    private func ask(_ request: WebRequest, for part: String?) -> WebAnswer {
        guard request.isFromThisMachine else { return .now(Self.elsewhere) }
        return .later(within: .seconds(2), otherwise: .text("The gateway is busy.\n", status: 503)) { [self] reply in
            questions.withLock { $0.append(Question(beacon: Self.beacon(request), part: part, reply: reply)) }
            wake.signal()
        }
    }

    private static func beacon(_ request: WebRequest) -> BeaconIdentity? {
        request.query["beacon"].flatMap { BeaconIdentity($0) }
    }

    private static let elsewhere = WebResponse.text(
        """
        Only who sits at this machine may look. From elsewhere: ssh -L 8081:127.0.0.1:8081 BOX, then open
        http://127.0.0.1:8081/

        """, status: 403)
}
