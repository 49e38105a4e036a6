import Beacons
import ConsumerStore
import Daemon
import Engagement
import Messages
import Pages
import Presence
import Settings

/// From what the consumer knows to what the live page shows.
extension Web {
    /// The most shoppers, and the most decisions, that are shown.
    private static let (mostShoppers, mostDecisions) = (100, 30)
    /// The most regions where nobody hears a beacon that are shown all the same.
    private static let mostDeaf = 8

    func liveView(_ floor: Floor, at now: Int64) -> LiveView {
        let sites = floor.consumers.flatMap { $0.surveys(atMost: Self.mostShoppers) }
        let gateways = floor.consumers.flatMap(\.gateways)
        let (decisions, counts) = stored(at: now)
        let told = counts.first { $0.reason == nil }?.count ?? 0
        let well = gateways.count { $0.health?.state == .online }
        let figures = FiguresPart(
            figures: [
                .init("in the shops", "\(sites.reduce(0) { $0 + $1.survey.count })"), .init("told today", "\(told)"),
                .init("held back today", "\(counts.reduce(0) { $0 + $1.count } - told)"),
                .init("gateways online", "\(well) of \(gateways.count)", isBad: well < gateways.count),
            ], problem: Self.pauses(sites))
        return LiveView(
            figures: figures.part, shoppers: shoppers(sites, at: now).part,
            decisions: DecisionsPart(decisions: decisions.map { decision($0, at: now) }).part,
            counts: CountsPart(counts: counts).part,
            gateways: GatewaysPart(gateways: gateways.map { gateway($0, at: now) }).part,
            signal: { [self] beacon in signal(beacon, floor).part })
    }

    /// Which sites are paused, why, and how that ends; `nil`: none is.
    private static func pauses(_ sites: [Consumer.SiteSurvey]) -> String? {
        let paused = sites.filter { $0.pause != nil }
        guard let first = paused.first, let reason = first.pause else { return nil }
        let others = paused.count > 1 ? " Paused, too: \(paused.count - 1) more." : ""
        let name = first.configuration.name
        return
            "\(name) is paused, and nobody there is told anything: \(reason). `beckon resume \(name)` ends it.\(others)"
    }

    // MARK: - Who is where

    private func shoppers(_ sites: [Consumer.SiteSurvey], at now: Int64) -> ShoppersPart {
        // The latest of all sites, since a page for people ends somewhere.
        let times = sites.flatMap { $0.survey.latest.map(\.since) }.sorted(by: >)
        let oldest = times.count > Self.mostShoppers ? times[Self.mostShoppers - 1] : .min
        let ours = Set(sites.map(\.configuration.name))
        return ShoppersPart(
            sites: sites.map { site in
                let survey = site.survey
                let names = site.configuration.zones.map(\.name) + [nil]
                return .init(
                    name: site.configuration.name, count: survey.count,
                    zones: names.compactMap { name in survey.zones[name].map { (name ?? "store", $0) } },
                    shoppers: survey.latest.filter { $0.since >= oldest }.map { shopper in
                        let user = site.users[shopper.beacon]
                        return .init(
                            beacon: shopper.beacon.description, name: user ?? shopper.beacon.shortText,
                            isKnown: user != nil, zone: shopper.zone,
                            since: LocalClock.text(shopper.since, zone: site.configuration.timeZone, now: now),
                            level: shopper.level)
                    })
            }, elsewhere: settings.sites.map(\.name).filter { !ours.contains($0) })
    }

    // MARK: - What was decided

    private func stored(at now: Int64) -> (decisions: [DecisionRecord], counts: [(reason: String?, count: Int)]) {
        var filter = ConsumerStore.DecisionFilter()
        filter.limit = Self.mostDecisions
        // One question for each midnight: sites of one time zone share theirs.
        let sites = Dictionary(grouping: settings.sites) { LocalClock.dayStart(now, zone: $0.timeZone) }
        do {
            return try withStore { [filter] store in
                var counts: [String?: Int] = [:]
                for (start, sites) in sites {
                    let names = Set(sites.map(\.name))
                    for outcome in try store.outcomes(since: start) where names.contains(outcome.site) {
                        counts[outcome.reason, default: 0] += outcome.count
                    }
                }
                let sorted = counts.sorted { ($1.value, $0.key ?? "") < ($0.value, $1.key ?? "") }
                return (try store.decisions(filter).reversed(), sorted.map { ($0.key, $0.value) })
            }
        } catch {
            log.limited(.error, "http", "the live page has no decisions", ["error": "\(error)"])
            return ([], [])
        }
    }

    private func decision(_ record: DecisionRecord, at now: Int64) -> DecisionsPart.Decision {
        .init(
            number: record.number, time: LocalClock.text(record.at, zone: zone(of: record.site), now: now),
            user: record.user, site: record.site, zone: record.zone, reason: record.reason,
            findings: record.findings.map { ($0.rule, $0.saw) })
    }

    // MARK: - Gateways

    private func gateway(_ gateway: Consumer.KnownGateway, at now: Int64) -> GatewaysPart.Gateway {
        let since = gateway.health.map { LocalClock.text($0.since, zone: zone(of: gateway.id.site), now: now) }
        return .init(
            site: gateway.id.site, name: gateway.id.gateway, state: gateway.health?.state.rawValue,
            reason: gateway.health?.reason, since: since ?? "–")
    }

    private func zone(of site: String) -> String { settings.sites.first { $0.name == site }?.timeZone ?? "UTC" }

    // MARK: - A beacon's signal

    private func signal(_ beacon: BeaconIdentity?, _ floor: Floor) -> SignalPart {
        guard let beacon else { return SignalPart(beacon: nil) }
        let found = floor.consumers.map { $0.hearings(of: beacon) }
        let heard = found.flatMap(\.hearings).filter { !$0.source.isPhone }
        let names = Set(heard.map(\.source.region))
        var lines = heard.map { hearing in
            let region = regions.first { $0.name == hearing.source.region }
            return SignalPart.Line(
                region: hearing.source.region ?? "all", gateway: hearing.source.gateway, level: hearing.level,
                enter: region?.enter.rssi, exit: region?.exit.rssi)
        }
        // How much is missing for the regions that do not hear it.
        let others = regions.filter { !names.contains($0.name) && $0.enter.rssi != nil }
        lines += others.prefix(Self.mostDeaf).map {
            SignalPart.Line(region: $0.name, gateway: nil, level: nil, enter: $0.enter.rssi, exit: $0.exit.rssi)
        }
        return SignalPart(
            beacon: beacon.description, owner: found.lazy.compactMap(\.user).first, heard: heard.map(\.heard).max(),
            lines: lines.sorted { ($0.region, $0.gateway ?? "") < ($1.region, $1.gateway ?? "") })
    }
}
