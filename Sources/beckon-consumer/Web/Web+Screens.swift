import ConsumerStore
import Daemon
import Engagement
import HTTPServer
import Messages
import Pages
import Settings

/// The screens beside the shelves: the shelf's promotion, and for a moment after a tap that person's pick.
extension Web {
    /// Seconds: a promotion begins or ends without anyone telling.
    private static let refresh: Int64 = 60

    func addScreens(to routes: inout WebRoutes, _ floor: Floor) {
        routes.on(.get, "/screen/{zone}") { [self] request in
            guard let (site, zone) = place(request) else { return .now(Self.refuse(404, "/screen", request)) }
            return trying(request) {
                guard let secret = try screenToken(request) else { return .now(Self.refuse(401, "/screen", request)) }
                return .now(screen(site, zone, secret, request, floor))
            }
        }
        routes.on(.get, "/screen/{zone}/events") { [self] request in
            trying(request) {
                guard let (site, zone) = place(request), try screenToken(request) != nil else {
                    return .now(Self.refuse(404, "/screen", request))
                }
                return .events { [board] in board.add($0, for: .init(site: site.name, zone: zone.name)) }
            }
        }
    }

    private func screen(
        _ site: SiteConfiguration, _ zone: ZoneConfiguration, _ secret: String, _ request: WebRequest, _ floor: Floor
    ) -> WebResponse {
        let now = SystemClock.wallMilliseconds()
        let query = "?site=\(site.name)&token=\(PercentEncoding.encode(secret))"
        var page = ScreenPage(
            show: nil, notice: site.jurisdiction.notice.isEmpty ? nil : site.jurisdiction.notice,
            events: "/screen/\(zone.name)/events\(query)", refresh: Int(Self.refresh))
        if let pick = board.pick(on: .init(site: site.name, zone: zone.name), at: now) {
            page.show = show(pick.notification.item, site, zone, floor.directory, pick.notification.reasons, now)
            page.refresh = Int((pick.until - now + 999) / 1000)
        } else if let promotion = promotion(at: site, zone, floor.directory, now) {
            page.show = show(promotion.item, site, zone, floor.directory, [], now)
        }
        return .page(page.document(in: request.language))
    }

    private func screenToken(_ request: WebRequest) throws -> String? {
        guard let secret = request.query["token"], try token(secret, for: .screen) != nil else { return nil }
        return secret
    }

    /// The zone of that name, at the site that the address names, or else at the first that has it.
    private func place(_ request: WebRequest) -> (site: SiteConfiguration, zone: ZoneConfiguration)? {
        for site in settings.sites where request.query["site"].map({ $0 == site.name }) ?? true {
            if let zone = site.zones.first(where: { $0.name == request.parameters["zone"] }) { return (site, zone) }
        }
        return nil
    }

    /// The one that wins, of what the shelf has.
    private func promotion(
        at site: SiteConfiguration, _ zone: ZoneConfiguration, _ directory: Directory, _ now: Int64
    ) -> Promotion? {
        let sold = Set(directory.selection(zone.selection ?? site.name)?.entries.map(\.item) ?? [])
        return directory.promotions
            .filter { sold.contains($0.item) && $0.holds(at: site.name, now: now, under: site.jurisdiction) }
            .max { ($0.priority, $1.id) < ($1.priority, $0.id) }
    }

    private func show(
        _ id: String, _ site: SiteConfiguration, _ zone: ZoneConfiguration, _ directory: Directory, _ reasons: [String],
        _ now: Int64
    ) -> ScreenPage.Show? {
        guard let item = directory.item(id) else { return nil }
        let entry = directory.selection(zone.selection ?? site.name)?.entries.first { $0.item == id }
        let offer = directory.promotions
            .filter { $0.item == id && $0.holds(at: site.name, now: now, under: site.jurisdiction) }
            .max { ($0.priority, $1.id) < ($1.priority, $0.id) }
        return .init(
            title: item.name,
            subtitle: [item.brewery, item.style.label].filter { !$0.isEmpty }.joined(separator: " · "),
            price: entry?.price.description, promotion: offer?.label, reasons: reasons)
    }
}
