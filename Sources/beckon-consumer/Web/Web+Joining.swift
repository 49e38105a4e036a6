import ConsumerStore
import Daemon
import Engagement
import HTTPServer
import Hashing
import Pages
import Settings
import TimeZones

/// Where a shopper enrols.
extension Web {
    /// Who is too young is not asked again for a day, so that nobody tries dates until one fits.
    private static let tooYoung = "age=no; Max-Age=86400; Path=/join; HttpOnly; SameSite=Strict"

    func addJoining(to routes: inout WebRoutes, _ floor: Floor) {
        routes.on(.get, "/join") { [self] request in
            if request.cookie("age") != nil { return .now(.page(.saying(.tooYoung, in: request.language))) }
            let choices = Tastes(of: floor.directory).choices(Taste(), settings.templates[request.language.rawValue])
            return .now(.page(JoinPage(choices: choices).document(in: request.language)))
        }
        routes.on(.post, "/join") { [self] request in
            guard let form = request.form else { return .now(Self.refuse(400, "/join", request)) }
            return answer(request) { store, now in try join(form, request, floor.directory, in: store, at: now) }
        }
    }

    private func join(
        _ form: WebForm, _ request: WebRequest, _ directory: Directory, in store: borrowing ConsumerStore, at now: Int64
    ) throws -> WebResponse {
        let language = request.language
        let tastes = Tastes(of: directory)
        let taste = tastes.taste(Taste()) { form[$0] }
        let granted = Set(ConsentFields.purposes.filter { form[ConsentFields.field(of: $0)] == "yes" })
        func again(_ problem: JoinPage.Problem) -> WebResponse {
            var page = JoinPage(
                choices: tastes.choices(taste, settings.templates[language.rawValue]), problem: problem)
            (page.day, page.month, page.year) = (form["day"] ?? "", form["month"] ?? "", form["year"] ?? "")
            (page.country, page.granted) = (form["country"] ?? "", granted)
            return .page(page.document(in: language), status: problem == .full ? 429 : 422)
        }
        guard let age = age(form, at: now), let country = form["country"], Countries.isKnown(country) else {
            return again(.age)
        }
        let isTooYoung = request.cookie("age") != nil || proved(age) == nil
        guard !isTooYoung, let atLeast = proved(age) else {
            var response = WebResponse.page(.saying(.tooYoung, in: language), status: 403)
            response.headers.append(("Set-Cookie", Self.tooYoung))
            return response
        }
        guard !taste.likes.isEmpty else { return again(.taste) }
        guard granted.count == ConsentFields.purposes.count else { return again(.consent) }
        guard joins.wait(request.peer, at: now) == nil, allJoins.wait("", at: now) == nil else { return again(.full) }
        let visitor = Visitor(
            id: RandomName.base32(20), consents: consents(granted, Visitor(id: ""), language, at: now),
            locale: language.rawValue,
            ageCheck: AgeCheck(atLeast: atLeast, country: country, method: "self_declared", at: now), taste: taste)
        try keep(visitor, in: store, at: now)
        return .seeOther(addresses.me(visitor.id, until: now + LinkSigner.longLifetime) + "?new=1")
    }

    /// Whole years, by the calendar of the first site.
    private func age(_ form: WebForm, at now: Int64) -> Int? {
        let zone = settings.sites.first?.timeZone ?? "UTC"
        guard let born = BirthDate(day: form["day"] ?? "", month: form["month"] ?? "", year: form["year"] ?? ""),
            let today = LocalTime(unixMilliseconds: now, zone: zone)
                ?? LocalTime(unixMilliseconds: now, zone: "UTC")
        else { return nil }
        let age = born.age(year: today.year, month: today.month, day: today.day)
        return (0...130).contains(age) ? age : nil
    }

    /// No more than our sites ask for is kept of an age; `nil`: too young for all of them.
    private func proved(_ age: Int) -> Int? {
        settings.sites.map(\.jurisdiction.minimumAge).filter { $0 <= age }.max()
    }

    /// The answers of a form, with what was shown; unchanged ones stay as they are.
    func consents(
        _ granted: Set<String>, _ visitor: Visitor, _ language: Language, at now: Int64
    ) -> [Consent.Purpose: Consent] {
        var consents = visitor.consents
        for purpose in Consent.Purpose.allCases {
            let state: Consent.State = granted.contains(purpose.rawValue) ? .granted : .refused
            guard visitor.consent(for: purpose) != state else { continue }
            let text = ConsentFields.text(of: purpose.rawValue, in: language)
            consents[purpose] = Consent(
                state, version: ConsentFields.version,
                textHash: Base64.url.text(SHA256.digest(of: Array(text.utf8))), at: now, source: "page")
        }
        return consents
    }

    /// Keeps a visitor, and what they have newly agreed to or refused in the audit log, too.
    func keep(_ visitor: Visitor, in store: borrowing ConsumerStore, at now: Int64) throws {
        let before = try store.visitor(visitor.id)
        try store.save(visitor)
        guard let alias = try store.alias(of: visitor.id) else { return }
        let changed = Consent.Purpose.allCases.compactMap { purpose -> AuditEvent? in
            guard let consent = visitor.consents[purpose], consent != before?.consents[purpose] else { return nil }
            return .consent(person: alias, purpose, consent)
        }
        try audit.note((before == nil ? [.enrolled(person: alias)] : []) + changed, at: now)
    }
}
