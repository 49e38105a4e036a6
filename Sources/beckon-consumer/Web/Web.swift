import ConsumerStore
import Daemon
import HTTPServer
import Messages
import Pages
import Presence
import Settings

/// The shoppers' pages, the shelves' screens and the phones' way in. Handlers run on the HTTP server's thread, over a
/// connection to the store of their own: a slow disk there stops no decision.
final class Web: Sendable {
    private let current: CurrentConfiguration
    let addresses: PageAddresses
    let board = ShopBoard()
    let audit: AuditLog
    let log: Log
    private let store: PageStore

    /// Who joins: guests of a shop share its address, so that some may at once.
    let joins = RateLimiter(burst: 20, pause: .seconds(30))
    /// Everyone who joins, so that no flood fills the store: 720 a day.
    let allJoins = RateLimiter(burst: 100, pause: .seconds(120))
    /// Changes by one visitor.
    let changes = RateLimiter(burst: 30, pause: .seconds(2))
    /// What one phone tells: a foreground app tells in bursts.
    let encounters = RateLimiter(burst: 20, pause: .seconds(2))

    init(
        _ store: PageStore, _ current: CurrentConfiguration, _ audit: AuditLog, _ log: Log
    ) throws {
        addresses = try store.use { try PageAddresses(of: $0) }
        self.store = store
        self.current = current
        self.audit = audit
        self.log = log
    }

    /// As they are now.
    var settings: ConsumerSettings { current.value.consumer }
    /// Whose thresholds the live page draws.
    var regions: [Presence.Region] { current.value.presence.regions }

    /// Answers from what is decided by on `floor`.
    func routes(for floor: Floor, live: LiveDesk) -> WebRoutes {
        var routes = WebRoutes(refusal: { Web.refuse($0, $1, $2) })
        addFiles(to: &routes)
        addItemPages(to: &routes, floor)
        addJoining(to: &routes, floor)
        addVisitorPages(to: &routes, floor)
        addPhones(to: &routes, floor)
        addScreens(to: &routes, floor)
        addLogin(to: &routes)
        addLive(to: &routes, live)
        MetricsRoutes(floor.meters, { [self] in settings }).add(to: &routes)
        return routes
    }

    /// What happened on the floor, from any thread. - Parameter now: Unix milliseconds.
    func note(_ outputs: [ConsumerOutput], at now: Int64) {
        for (user, beacon) in board.note(outputs, at: now) { link(beacon, to: user, at: now) }
    }

    // MARK: - Answers

    /// Runs `body` over the store. A store that fails is logged, and the client told to come again.
    func answer(
        _ request: WebRequest, _ body: @Sendable (borrowing ConsumerStore, _ now: Int64) throws -> WebResponse
    ) -> WebAnswer {
        trying(request) { .now(try withStore { store in try body(store, SystemClock.wallMilliseconds()) }) }
    }

    /// What `body` answers, unless the store fails it.
    func trying(_ request: WebRequest, _ body: () throws -> WebAnswer) -> WebAnswer {
        do {
            return try body()
        } catch {
            log.limited(.error, "http", "cannot answer", ["path": request.routeName, "error": "\(error)"])
            return .now(Self.refuse(503, request.path, request))
        }
    }

    func withStore<Value: Sendable>(_ body: @Sendable (borrowing ConsumerStore) throws -> Value) throws -> Value {
        try store.use(body)
    }

    /// For programs a problem, for people a page in their language.
    static func refuse(_ status: Int, _ path: String, _ request: WebRequest?) -> WebResponse {
        if path.hasPrefix("/v1/") { return .problem(status, code: nil) }
        let message: Document.Message =
            switch status {
            case 404: .notFound
            case 410: .expired
            case 429: .tooMany
            case 503: .unavailable
            default: .badRequest
            }
        var page = WebResponse.page(.saying(message, in: request?.language ?? .english), status: status)
        // Nobody stands beside a screen to load it again.
        if path.hasPrefix("/screen") { page.headers.append(("Refresh", "10")) }
        return page
    }

    private func addFiles(to routes: inout WebRoutes) {
        let script = "text/javascript; charset=utf-8"
        let files = [
            ("/style.css", "text/css; charset=utf-8", Style.css), ("/item.js", script, Script.item),
            ("/screen.js", script, Script.screen), ("/live.js", script, LiveScript.js),
            ("/live.css", "text/css; charset=utf-8", LiveStyle.css),
        ]
        for (path, type, content) in files {
            let file = WebResponse(
                status: 200, headers: [("Content-Type", type), ("Cache-Control", "public, max-age=3600")],
                body: Array(content.description.utf8))
            routes.on(.get, path) { _ in .now(file) }
        }
        routes.on(.get, "/favicon.ico") { _ in .now(WebResponse(status: 204)) }
    }
}
