import Beacons
import ConsumerStore
import Daemon
import Engagement
import HTTPServer
import Messages
import Pages
import Settings

/// A visitor's own page.
extension Web {
    /// Of what they were told.
    private static let mostTold = 20
    /// A month, milliseconds.
    private static let rest: Int64 = 30 * 86_400_000

    func addVisitorPages(to routes: inout WebRoutes, _ floor: Floor) {
        routes.on(.get, "/me/{token}") { [self] request in
            with(request) { visitor, store, now in
                try page(of: visitor, request, floor.directory, in: store, at: now)
            }
        }
        routes.on(.get, "/me/{token}/export") { [self] request in
            with(request) { visitor, store, now in
                if changes.wait(visitor.id, at: now) != nil { return Self.refuse(429, "/me", request) }
                return WebResponse(
                    status: 200,
                    headers: [
                        ("Content-Type", "application/json"),
                        ("Content-Disposition", "attachment; filename=\"beckon.json\""),
                    ], body: PersonExport.text(visitor, try store.records(of: visitor)))
            }
        }
        routes.on(.post, "/me/{token}") { [self] request in
            with(request) { visitor, store, now in
                guard let form = request.form else { return Self.refuse(400, "/me", request) }
                if changes.wait(visitor.id, at: now) != nil { return Self.refuse(429, "/me", request) }
                return try change(visitor, form, request, floor.directory, in: store, at: now)
            }
        }
    }

    /// Whoever the address belongs to, if they are still there.
    private func with(
        _ request: WebRequest,
        _ body: @Sendable (Visitor, borrowing ConsumerStore, _ now: Int64) throws -> WebResponse
    ) -> WebAnswer {
        answer(request) { store, now in
            guard let user = addresses.user(of: request.parameters["token"] ?? "", at: now),
                let visitor = try store.visitor(user)
            else { return Self.refuse(410, "/me", request) }
            return try body(visitor, store, now)
        }
    }

    // MARK: - Showing

    private func page(
        of visitor: Visitor, _ request: WebRequest, _ directory: Directory, in store: borrowing ConsumerStore,
        at now: Int64
    ) throws -> WebResponse {
        let language = language(of: visitor, request)
        let feedback = try store.feedback(of: visitor.id, after: now - LinkSigner.longLifetime)
        let told = try store.told(user: visitor.id, atMost: Self.mostTold).map { told in
            entry(told, feedback.filter { $0.notification == told.id }, directory, language)
        }
        let granted = Consent.Purpose.allCases.filter { visitor.consent(for: $0) == .granted }.map(\.rawValue)
        let zone = settings.sites.first?.timeZone
        var page = MePage(
            address: request.path, told: told,
            choices: Tastes(of: directory).choices(visitor.taste, settings.templates[language.rawValue]),
            granted: Set(granted),
            pausedUntil: try store.rest(of: visitor.id, at: now).map { LocalTimeText.text($0, zone: zone, language) },
            tags: visitor.beacons.count, sites: settings.sites.map(\.name))
        page.isNew = request.query["new"] != nil
        page.isSaved = request.query["saved"] != nil
        page.tagState = tagState(of: visitor, request, at: now)
        return .page(page.document(in: language))
    }

    /// The visitor's own language, unless the address asks for another.
    private func language(of visitor: Visitor, _ request: WebRequest) -> Language {
        request.query["lang"] == nil ? Language(accepting: visitor.locale) : request.language
    }

    /// The address remembers how many tags there were when a link was asked for.
    private func tagState(of visitor: Visitor, _ request: WebRequest, at now: Int64) -> MePage.TagState {
        if board.isLinking(visitor.id, at: now) { return .linking }
        guard let before = request.query["tags"].flatMap({ Int($0) }) else { return .none }
        return visitor.beacons.count > before ? .none : .failed
    }

    private func entry(
        _ told: ToldItem, _ feedback: [Feedback], _ directory: Directory, _ language: Language
    ) -> MePage.Told {
        let notification = try? Notification(parsing: told.payload)
        let zone = settings.sites.first { $0.name == notification?.site }?.timeZone
        return MePage.Told(
            id: told.id, item: directory.item(told.item)?.name ?? notification?.title ?? told.item,
            time: LocalTimeText.text(told.at, zone: zone, language), reasons: notification?.reasons ?? [],
            isBought: feedback.contains { $0.kind == .bought }, stars: feedback.compactMap(\.kind.stars).last)
    }

    // MARK: - Changing

    private func change(
        _ visitor: Visitor, _ form: WebForm, _ request: WebRequest, _ directory: Directory,
        in store: borrowing ConsumerStore, at now: Int64
    ) throws -> WebResponse {
        var visitor = visitor
        switch form["action"] {
        case "save":
            let granted = Set(ConsentFields.purposes.filter { form[ConsentFields.field(of: $0)] == "yes" })
            visitor.taste = Tastes(of: directory).taste(visitor.taste) { form[$0] }
            visitor.consents = consents(granted, visitor, language(of: visitor, request), at: now)
            try keep(visitor, in: store, at: now)
        case "pause": try store.rest(visitor.id, until: now + Self.rest)
        case "resume": try store.rest(visitor.id, until: nil)
        case "tell": try tell(visitor, form, in: store, at: now)
        case "link":
            let site = form["site"].flatMap { name in settings.sites.first { $0.name == name } } ?? settings.sites.first
            guard let site, board.beginLink(visitor.id, at: site.name, now) else {
                return Self.refuse(429, "/me", request)
            }
            return .seeOther("\(request.path)?tags=\(visitor.beacons.count)")
        case "erase":
            guard form["confirm"] == "yes" else { return Self.refuse(400, "/me", request) }
            try erase(visitor, in: store, at: now)
            return .page(.saying(.erased, in: language(of: visitor, request)))
        default: return Self.refuse(400, "/me", request)
        }
        return .seeOther("\(request.path)?saved=1")
    }

    /// *I bought it*, and the stars.
    private func tell(_ visitor: Visitor, _ form: WebForm, in store: borrowing ConsumerStore, at now: Int64) throws {
        guard let told = try store.told(form["notification"] ?? ""), told.user == visitor.id else { return }
        if form["bought"] == "yes" { try record(.bought, about: told, in: store, at: now) }
        if let stars = form["stars"].flatMap({ Int($0) }), (1...5).contains(stars) {
            try record(.rated(stars: stars), about: told, in: store, at: now)
            var visitor = visitor
            visitor.taste.ratings[told.item] = Double(stars)
            try store.save(visitor)
        }
    }

    /// The consumer goes on asking the gateways until all have forgotten, too.
    private func erase(_ visitor: Visitor, in store: borrowing ConsumerStore, at now: Int64) throws {
        let gateways = settings.sites.flatMap { site in
            site.zones.flatMap(\.gateways).map { "\(site.name)/\($0.gateway)" }
        }
        guard let erasure = try store.erase(visitor.id, gateways: Set(gateways), at: now) else { return }
        let outcome = try store.forgetting(erasure.alias)
        try audit.note(
            [
                .erased(
                    person: erasure.alias, rows: erasure.rows, confirmed: outcome.confirmed, missing: outcome.missing)
            ], at: now)
    }

    /// A tag was held to a reader by who had asked for it.
    func link(_ beacon: BeaconIdentity, to user: String, at now: Int64) {
        do {
            try withStore { store in
                guard var visitor = try store.visitor(user), !visitor.beacons.contains(beacon) else { return }
                visitor.beacons.append(beacon)
                try store.save(visitor)
            }
            log.info("http", "a tag was linked", ["user": user])
        } catch {
            log.limited(.error, "http", "cannot link a tag", ["error": "\(error)"])
        }
    }
}
