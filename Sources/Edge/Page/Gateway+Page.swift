import Beacons
import BlueZ
import Daemon
import Messages
import Outbox
import Pages
import Presence
import Settings

/// What the gateway's page shows.
extension Gateway {
    /// The most beacons of a region by name.
    private static let mostBeacons = 20

    /// A page that cannot be served stops nothing.
    mutating func openPage(at address: ListenAddress) {
        do {
            let page = try GatewayPage(at: address)
            log.info("http", "listening", ["url": "http://\(page.address)"])
            self.page = page
        } catch {
            log.warning("http", "no page: \(error) (gateway.http.listen)")
        }
    }

    mutating func tellPage() {
        guard var page, page.isDue(at: now) else { return }
        let rangings = configuration.presence.regions.indices.map { region in
            page.beacons(in: region, at: now, noOlderThan: oldestRanging)
        }
        page.tell(at: now) { livePage(rangings, showing: $0) }
        self.page = page
    }

    private func livePage(_ rangings: [[RangedBeacon]], showing beacon: BeaconIdentity?) -> LivePage {
        LivePage(
            title: identity.gateway.gateway, subtitle: "a gateway of \(identity.gateway.site)",
            top: [figures.part, signal(of: beacon, rangings).part], left: [heard(rangings).part],
            right: [adapters.part])
    }

    /// A list comes each interval; after two nothing is known.
    private var oldestRanging: Duration { (configuration.presence.ranging ?? .zero) * 2 + .seconds(1) }

    private var figures: FiguresPart {
        let status = status(.online)
        let waiting = publisher.outbox.state.waiting
        return FiguresPart(
            figures: [
                .init("open visits", "\(pipeline.engine.visitCount)"),
                .init("hearing", pipeline.isHearing ? "yes" : "no", isBad: !pipeline.isHearing),
                .init("broker", publisher.isConnected ? "connected" : "not there", isBad: !publisher.isConnected),
                .init("events waiting", "\(waiting)", isBad: waiting > 0 && !publisher.isConnected),
            ], problem: status.reason)
    }

    private func heard(_ rangings: [[RangedBeacon]]) -> HeardPart {
        HeardPart(
            regions: zip(configuration.presence.regions.indices, rangings).map { index, ranged in
                let region = configuration.presence.regions[index]
                return .init(
                    name: region.name, role: region.role.rawValue, count: pipeline.engine.state(of: index).count,
                    beacons: ranged.prefix(Self.mostBeacons).map { beacon in
                        let called = called(beacon.beacon)
                        return .init(
                            identity: called.description, name: called.shortText, level: beacon.reading.level,
                            distance: beacon.reading.distance, proximity: beacon.reading.proximity.rawValue)
                    })
            })
    }

    private var adapters: AdaptersPart {
        AdaptersPart(
            adapters: source.adapters.map { adapter in
                .init(
                    address: adapter.address, state: adapter.phase.rawValue, mode: adapter.mode,
                    silence: adapter.lastReport.map { (now - $0).milliseconds }, fault: adapter.fault)
            }, told: status(.online).reason)
    }

    /// - Parameter beacon: as the page calls it.
    private func signal(of beacon: BeaconIdentity?, _ rangings: [[RangedBeacon]]) -> SignalPart {
        guard let beacon else { return SignalPart(beacon: nil) }
        let levels = rangings.map { ranged in ranged.first { called($0.beacon) == beacon }?.reading.level }
        let lines = zip(configuration.presence.regions, levels).compactMap { region, level -> SignalPart.Line? in
            guard level != nil || region.enter.rssi != nil else { return nil }
            return .init(
                region: region.name, gateway: nil, level: level, enter: region.enter.rssi, exit: region.exit.rssi)
        }
        let isHeard = levels.contains { $0 != nil }
        return SignalPart(
            beacon: beacon.description, heard: isHeard ? SystemClock.wallMilliseconds() : nil, lines: lines)
    }

    /// As messages do.
    private func called(_ beacon: BeaconIdentity) -> BeaconIdentity {
        pipeline.privacy?.pseudonyms?.of(beacon) ?? beacon
    }
}
