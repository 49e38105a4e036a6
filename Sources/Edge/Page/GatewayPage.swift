import Beacons
import Daemon
import HTTPServer
import Pages
import Presence
import Settings

/// The gateway's own page: what it heard last, and who looks. On the gateway's thread.
struct GatewayPage {
    /// One region's list.
    private struct Ranging {
        let at: Instant
        let beacons: [RangedBeacon]
    }

    private let desk: PageDesk
    let questions: QuestionDesk
    private let server: WebServer
    private var rangings: [Int: Ranging] = [:]
    private var told = Instant.zero

    /// Between two looks at the whole, and between two answers however many ask.
    private static let (pause, breath): (Duration, Duration) = (.milliseconds(500), .milliseconds(100))

    init(at address: ListenAddress) throws {
        desk = try PageDesk()
        questions = try QuestionDesk()
        var routes = desk.routes()
        questions.add(to: &routes)
        server = try WebServer(host: address.host, port: address.port, routes)
    }

    var address: String { server.address }
    /// Readable while somebody waits.
    var wakes: [Int32] { [desk.wake.descriptor, questions.wake.descriptor] }

    func close() { server.stop() }

    /// When somebody is to be told something.
    var deadline: Instant? {
        if desk.hasQuestions { return told + Self.breath }
        return desk.watchers.isEmpty ? nil : told + Self.pause
    }

    mutating func note(_ outputs: [PresenceOutput]) {
        for case .ranging(let region, let at, let beacons) in outputs {
            rangings[region] = Ranging(at: at, beacons: beacons)
        }
    }

    /// Regions have other numbers now.
    mutating func forget() { rangings = [:] }

    /// Who is in a region, as of the last list, unless that is older than `age`.
    func beacons(in region: Int, at now: Instant, noOlderThan age: Duration) -> [RangedBeacon] {
        guard let ranging = rangings[region], now - ranging.at <= age else { return [] }
        return ranging.beacons
    }

    /// Whether somebody is to be told something now. Whoever asks before that is seen to at the deadline.
    func isDue(at now: Instant) -> Bool {
        desk.wake.clear()
        return deadline.map { now >= $0 } ?? false
    }

    /// Answers those who ask and tells those who look. - Parameter page: as it is now, with a beacon's signal.
    mutating func tell(at now: Instant, _ page: (BeaconIdentity?) -> LivePage) {
        told = now
        for question in desk.takeQuestions() {
            let page = page(question.beacon)
            let part = page.parts.first { $0.name == question.part }
            let html = question.part == nil ? page.document.html : part?.html
            question.reply.send(
                html.map { WebResponse(type: "text/html; charset=utf-8", body: $0.bytes) }
                    ?? .text("404\n", status: 404))
        }
        desk.watchers.tell { page($0).parts.versions }
    }
}
