import Beacons
import ConsumerStore
import Daemon
import Engagement
import HTTPServer
import Hashing
import JSON
import Messages
import Settings

/// The way in for the retailer's app.
extension Web {
    /// As many as a phone's system watches for one app (Core Location: 20).
    static let mostRegions = 20
    /// Why there is nothing to show.
    static let reasonHeader = "Beckon-Reason"

    func addPhones(to routes: inout WebRoutes, _ floor: Floor) {
        routes.on(.get, "/v1/regions") { [self] request in
            trying(request) {
                guard try user(of: request) != nil else { return .now(Self.unauthorized) }
                return .now(Self.regions(floor.directory.places, for: request))
            }
        }
        routes.on(.post, "/v1/encounters") { [self] request in
            trying(request) {
                guard let user = try user(of: request) else { return .now(Self.unauthorized) }
                return encounter(of: user, request, floor)
            }
        }
    }

    private static func regions(_ places: [Place], for request: WebRequest) -> WebResponse {
        let body = regions(places)
        let tag = "\"\(Base64.url.text(Array(SHA256.digest(of: body).prefix(16))))\""
        let headers = [("ETag", tag), ("Cache-Control", "private, max-age=3600")]
        let known = request.header("if-none-match")?.split(separator: ",").map { $0.filter { $0 != " " } } ?? []
        if known.contains(where: { [tag, "W/\(tag)", "*"].contains($0) }) {
            return WebResponse(status: 304, headers: headers)
        }
        return WebResponse(status: 200, headers: headers + [("Content-Type", "application/json")], body: body)
    }

    private func encounter(of user: String, _ request: WebRequest, _ floor: Floor) -> WebAnswer {
        let now = SystemClock.wallMilliseconds()
        let encounter: Encounter
        do {
            encounter = try Encounter(data: request.body, id: RandomName.base32(26), user: user, time: now)
        } catch {
            return .now(.problem(422, code: "not_an_encounter", detail: "\(error)"))
        }
        if let wait = encounters.wait(user, at: now) {
            var response = WebResponse.problem(429, code: "too_often")
            response.headers.append(("Retry-After", "\(wait)"))
            return .now(response)
        }
        let late = Self.answer(.nothing(reason: "undecided"))
        return .later(within: .milliseconds(PhoneDesk.patience), otherwise: late) { reply in
            floor.encounter(encounter) { reply.send(Self.answer($0)) }
        }
    }

    private static func answer(_ answer: PhoneAnswer) -> WebResponse {
        switch answer {
        case .notification(let notification):
            WebResponse(type: "application/cloudevents+json", body: notification.rendered())
        case .nothing(let reason): WebResponse(status: 204, headers: [(reasonHeader, reason)])
        case .unavailable: .problem(503, code: "unavailable")
        }
    }

    // MARK: - Who it is

    /// Whose phone it is.
    private func user(of request: WebRequest) throws -> String? { try token(request.bearerToken, for: .user)?.user }

    private static let unauthorized: WebResponse = {
        var response = WebResponse.problem(401, code: "token")
        response.headers.append(("WWW-Authenticate", "Bearer"))
        return response
    }()

    /// What the secret lets in to. There are 2^256 of them: guessing needs no bound.
    func token(_ secret: String?, for scope: AccessToken.Scope) throws -> AccessToken? {
        let now = SystemClock.wallMilliseconds()
        guard let secret, secret.utf8.count <= 128 else { return nil }
        let token = try withStore { store in try store.token(secret: secret, at: now) }
        return token.flatMap { $0.scope == scope ? $0 : nil }
    }

    // MARK: - Regions

    /// The numbers of our beacons that a phone is to watch for: majors, where there are few enough, or else UUIDs.
    static func regions(_ places: [Place]) -> [UInt8] {
        var seen: Set<String> = []
        func regions(byMajor: Bool) -> [Region] {
            seen = []
            return places.compactMap { place in
                let region = Region(uuid: place.uuid.description, major: byMajor ? place.major : nil)
                return seen.insert(region.id).inserted ? region : nil
            }
        }
        var list = regions(byMajor: true)
        // Where some place is known by its UUID alone, a major of it says nothing new.
        let whole = Set(list.filter { $0.major == nil }.map(\.uuid))
        list.removeAll { $0.major != nil && whole.contains($0.uuid) }
        if list.count > mostRegions { list = regions(byMajor: false) }
        var json = JSONWriter()
        json.object {
            $0.name("regions")
            $0.array { array in
                for region in list.prefix(mostRegions) {
                    array.object {
                        $0.field("id", region.id)
                        $0.field("uuid", region.uuid)
                        if let major = region.major { $0.field("major", major) }
                    }
                }
            }
        }
        return json.bytes
    }

    private struct Region {
        let uuid: String
        let major: UInt16?
        var id: String { major.map { "\(uuid):\($0)" } ?? uuid }
    }
}
