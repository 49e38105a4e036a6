import Beacons
import Engagement
import Messages

/// A store with two shelves and a door, and one shopper.
struct SiteShop {
    static let beacon = BeaconIdentity.iBeacon(uuid: BeaconUUID(0x41C0_8DFD), major: 1, minor: 2)
    static let beer = ZoneConfiguration.Source(gateway: "box-1", region: "shelf")
    static let wine = ZoneConfiguration.Source(gateway: "box-2", region: "shelf")
    static let door = ZoneConfiguration.Source(gateway: "box-1", region: "shop")
    /// 2026-11-30T12:00:00Z, a Monday.
    static let noon: Int64 = 1_796_040_000_000

    static var site: SiteConfiguration {
        var site = SiteConfiguration(name: "shop", timeZone: "Europe/Helsinki")
        site.zones = [
            ZoneConfiguration(name: "beer", gateways: [.init(gateway: "box-1")], selection: "beers"),
            ZoneConfiguration(name: "wine", gateways: [wine], selection: "beers"),
        ]
        return site
    }

    var presence: SitePresence
    private(set) var now = SiteShop.noon
    private(set) var opportunities: [Opportunity] = []
    private(set) var silences: [SiteChanges.Silence] = []
    private var visits = 0

    init(_ site: SiteConfiguration = SiteShop.site) {
        presence = SitePresence(site, RuleConfiguration(), storeRegions: ["shop"])
    }

    /// Seconds since noon.
    var seconds: Double { Double(now - Self.noon) / 1000 }

    mutating func wait(_ seconds: Double) {
        now += Int64(seconds * 1000)
        presence.advance(to: now)
        opportunities += presence.takeOpportunities()
    }

    mutating func reconfigure(_ site: SiteConfiguration, _ rules: RuleConfiguration) {
        presence.reconfigure(site, rules, storeRegions: ["shop"], at: now)
        opportunities += presence.takeOpportunities()
    }

    @discardableResult
    mutating func enter(
        _ source: ZoneConfiguration.Source, level: Double? = -60, firstSeen: Double = 0, isFresh: Bool = true
    ) -> String {
        visits += 1
        let start = now + Int64(firstSeen * 1000)
        presence.entered(
            Self.beacon, source, visit: "v\(visits)", level: level, start: start, heard: now, isFresh: isFresh, at: now)
        opportunities += presence.takeOpportunities()
        return "v\(visits)"
    }

    mutating func leave(_ source: ZoneConfiguration.Source, _ visit: String, lastSeen: Double = 0) {
        presence.left(Self.beacon, source, visit: visit, heard: now + Int64(lastSeen * 1000), at: now)
        opportunities += presence.takeOpportunities()
    }

    /// The gateway's refresh.
    mutating func tell(
        _ source: ZoneConfiguration.Source, _ visit: String, since: Double = 0, lastSeen: Double = 0,
        isLive: Bool = true
    ) {
        presence.present(
            Self.beacon, source, visit: visit, level: nil, since: now + Int64(since * 1000),
            heard: now + Int64(lastSeen * 1000), isLive: isLive, at: now)
        opportunities += presence.takeOpportunities()
    }

    /// Ranging each second of all that is given.
    mutating func range(_ seconds: Int, _ levels: [ZoneConfiguration.Source: Double]) {
        for _ in 0..<seconds {
            wait(1)
            for (source, level) in levels.sorted(by: { $0.key.gateway < $1.key.gateway }) {
                presence.ranged(Self.beacon, source, level: level, heard: now, at: now)
            }
            opportunities += presence.takeOpportunities()
        }
    }

    mutating func status(_ gateway: String, _ state: Bool) {
        presence.status(gateway, state ? .online : .lost, at: now)
    }

    /// The gateway is lost, or away by a clean stop.
    mutating func status(_ gateway: String, _ state: Status.State) { presence.status(gateway, state, at: now) }

    /// What the site has told the world since the last call: kind, zone, seconds since noon.
    mutating func told() -> [String] {
        let changes = presence.takeChanges()
        silences += changes.silences
        return changes.movements.map { movement in
            let zone = movement.visit.zone ?? "store"
            let seconds = (movement.at - Self.noon) / 1000
            return switch movement.kind {
            case .entered: "enter \(zone) \(seconds)"
            case .moved(let from): "move \(from ?? "store") \(zone) \(seconds)"
            case .left(let reason): "exit \(zone) \(seconds) \(reason.rawValue)"
            }
        }
    }

    func standing(_ visit: String) -> Standing { presence.standing(of: Self.beacon, visit: visit) }
}
