import ConsumerStore
import Engagement
import HTTPServer
import Messages
import Pages
import Settings

/// The page of what a notification tells of.
extension Web {
    func addItemPages(to routes: inout WebRoutes, _ floor: Floor) {
        routes.on(.get, "/i/{item}") { [self] request in
            answer(request) { store, now in
                guard let told = try told(request, in: store, at: now) else { return Self.refuse(410, "/i", request) }
                return try page(of: told, request, floor.directory, in: store, at: now)
            }
        }
        routes.on(.post, "/i/{item}") { [self] request in
            answer(request) { store, now in
                guard let told = try told(request, in: store, at: now) else { return Self.refuse(410, "/i", request) }
                if changes.wait(told.user, at: now) != nil { return Self.refuse(429, "/i", request) }
                switch request.form?["action"] {
                case "dismiss": try record(.dismissed, about: told, in: store, at: now)
                // Told by the page's script: what fetches links to look at them has not opened anything.
                case "open":
                    try record(.opened, about: told, in: store, at: now)
                    return WebResponse(status: 204)
                case "opt-out": try optOut(told, in: store, at: now)
                default: return Self.refuse(400, "/i", request)
                }
                return .seeOther(address(of: told, request))
            }
        }
    }

    /// The notification that the link's signature is for.
    private func told(
        _ request: WebRequest, in store: borrowing ConsumerStore, at now: Int64
    ) throws -> ToldItem? {
        guard let item = request.parameters["item"], let id = request.query["n"], let token = request.query["t"],
            addresses.signer.isValid(token, for: "\(id)\n\(item)", .item, at: now)
        else { return nil }
        return try store.told(id).flatMap { $0.item == item ? $0 : nil }
    }

    private func address(of told: ToldItem, _ request: WebRequest) -> String {
        addresses.item(told.item, notification: told.id, until: told.at + LinkSigner.lifetime)
            + (request.query["lang"].map { "&lang=\(PercentEncoding.encode($0))" } ?? "")
    }

    private func optOut(_ told: ToldItem, in store: borrowing ConsumerStore, at now: Int64) throws {
        guard var visitor = try store.visitor(told.user) else { return }
        for purpose in Consent.Purpose.allCases where visitor.consent(for: purpose) == .granted {
            let before = visitor.consents[purpose]
            visitor.consents[purpose] = Consent(
                .refused, version: before?.version, textHash: before?.textHash, at: now, source: "link")
        }
        try keep(visitor, in: store, at: now)
        try record(.optedOut, about: told, in: store, at: now)
    }

    /// The id makes that pressing a button twice is pressing it once.
    func record(
        _ kind: Feedback.Kind, about told: ToldItem, in store: borrowing ConsumerStore, at now: Int64
    ) throws {
        let stars = kind.stars.map { "-\($0)" } ?? ""
        try store.record(
            Feedback(
                id: "page-\(kind.name)\(stars)-\(told.id)", user: told.user, item: told.item, notification: told.id,
                kind: kind, at: now))
    }

    private func page(
        of told: ToldItem, _ request: WebRequest, _ directory: Directory, in store: borrowing ConsumerStore,
        at now: Int64
    ) throws -> WebResponse {
        let visitor = try store.visitor(told.user)
        let language =
            request.query["lang"] == nil && visitor != nil
            ? Language(accepting: visitor?.locale) : request.language
        let notification = try? Notification(parsing: told.payload)
        let site = settings.sites.first { $0.name == notification?.site }
        let item = directory.item(told.item)
        let promotion = site.flatMap { site in
            directory.promotions.first {
                $0.item == told.item && $0.label == notification?.promotion
                    && $0.holds(at: site.name, now: now, under: site.jurisdiction)
            }
        }
        let zone = site?.zones.first { $0.name == notification?.zone }
        let entry = directory.selection(zone?.selection ?? site?.name ?? "")?.entries.first { $0.item == told.item }
        let feedback = try store.feedback(of: told.user, after: told.at - 1).filter { $0.notification == told.id }
        let hasOptedOut = visitor?.consents.values.contains { $0.state == .refused } ?? true
        let page = ItemPage(
            name: item?.name ?? notification?.title ?? told.item, brewery: item?.brewery ?? "",
            style: item?.style.label ?? "", abv: item?.abv, ibu: item?.ibu, price: entry?.price.description,
            reasons: notification?.reasons ?? [],
            promotion: promotion.map { promotion in
                .init(
                    label: promotion.label,
                    until: LocalTimeText.text(promotion.window.upperBound, zone: site?.timeZone, language))
            },
            notice: notification?.notice, address: address(of: told, request),
            me: addresses.me(told.user, until: told.at + LinkSigner.lifetime),
            state: hasOptedOut ? .optedOut : feedback.contains { $0.kind == .dismissed } ? .dismissed : .open)
        return .page(page.document(in: language))
    }
}
