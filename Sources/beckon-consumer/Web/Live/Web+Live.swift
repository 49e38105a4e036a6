import Beacons
import ConsumerStore
import Daemon
import Engagement
import HTTPServer
import Messages
import Pages
import Settings

/// The operator's live page: `/`, its parts, and the stream that says which of them have changed.
extension Web {
    func addLive(to routes: inout WebRoutes, _ desk: LiveDesk) {
        routes.on(.get, "/") { [self] request in
            guard mayLook(request) else { return .now(.seeOther("/login")) }
            let page = desk.view(at: SystemClock.wallMilliseconds()).page(showing: Self.beacon(request))
            return .now(.page(page.document))
        }
        routes.on(.get, "/parts/{part}") { [self] request in
            guard mayLook(request) else { return .now(Self.refuse(403, "/parts", request)) }
            let parts = desk.view(at: SystemClock.wallMilliseconds()).parts(showing: Self.beacon(request))
            guard let part = parts.first(where: { $0.name == request.parameters["part"] }) else {
                return .now(Self.refuse(404, "/parts", request))
            }
            return .now(WebResponse(type: "text/html; charset=utf-8", body: part.html.bytes))
        }
        routes.on(.get, "/events") { [self] request in
            guard mayLook(request) else { return .now(Self.refuse(403, "/events", request)) }
            return .events { desk.add($0, Self.beacon(request)) }
        }
    }

    /// An operator; or a person at this machine, where nobody else can come.
    private func mayLook(_ request: WebRequest) -> Bool {
        let isOurs = settings.http.publicURL == nil && settings.http.listen?.isLoopback == true
        return isOurs && request.isFromThisMachine || isOperator(request)
    }

    private static func beacon(_ request: WebRequest) -> BeaconIdentity? {
        request.query["beacon"].flatMap { BeaconIdentity($0) }
    }
}
