import Beacons
import Engagement
import HTTPServer
import Messages
import Synchronization

/// What the pages show of what happens in the shops: picks on screens, and tags that are to be linked.
final class ShopBoard: Sendable {
    /// A zone of a site.
    struct Shelf: Hashable {
        let site: String
        let zone: String
    }

    private struct State {
        var picks: [Shelf: (notification: Notification, until: Int64)] = [:]
        var screens: [Shelf: [EventStream]] = [:]
        /// Who holds a tag to a reader of a site next.
        var links: [String: (user: String, until: Int64)] = [:]
    }

    /// Milliseconds: a pick stays for 20 s, a link waits for 60 s (consumer.md).
    static let (pick, link): (Int64, Int64) = (20_000, 60_000)

    private let state = Mutex(State())

    /// - Returns: tags that were held to a reader by those who had asked to link one.
    func note(_ outputs: [ConsumerOutput], at now: Int64) -> [(user: String, beacon: BeaconIdentity)] {
        var linked: [(user: String, beacon: BeaconIdentity)] = []
        for case .decided(let decision, let opportunity, let site, let notification) in outputs
        where opportunity.trigger == .tap {
            if let notification, let zone = opportunity.zone {
                show(notification, on: Shelf(site: site, zone: zone), until: now + Self.pick)
            } else if decision.suppression == .unknownBeacon, let user = takeLink(at: site, now) {
                linked.append((user, opportunity.beacon))
            }
        }
        return linked
    }

    // MARK: - Screens

    private func show(_ notification: Notification, on shelf: Shelf, until: Int64) {
        let screens = state.withLock { state in
            state.picks[shelf] = (notification, until)
            return state.screens[shelf] ?? []
        }
        for screen in screens { screen.send("change", Array("{}".utf8)) }
    }

    /// What someone at the shelf was told a moment ago, and until when it is shown.
    func pick(on shelf: Shelf, at now: Int64) -> (notification: Notification, until: Int64)? {
        state.withLock { state in
            state.picks = state.picks.filter { $0.value.until > now }
            return state.picks[shelf]
        }
    }

    /// Tells the screen of changes from now on.
    func add(_ screen: EventStream, for shelf: Shelf) {
        state.withLock { state in
            var screens = state.screens[shelf, default: []].filter(\.isOpen)
            screens.append(screen)
            state.screens[shelf] = screens
        }
    }

    // MARK: - Linking

    /// `false`: somebody else is linking a tag at the site just now.
    func beginLink(_ user: String, at site: String, _ now: Int64) -> Bool {
        state.withLock { state in
            if let other = state.links[site], other.user != user, other.until > now { return false }
            state.links[site] = (user, now + Self.link)
            return true
        }
    }

    /// Whether the user's tag is still waited for.
    func isLinking(_ user: String, at now: Int64) -> Bool {
        state.withLock { $0.links.values.contains { $0.user == user && $0.until > now } }
    }

    private func takeLink(at site: String, _ now: Int64) -> String? {
        state.withLock { state in
            guard let link = state.links.removeValue(forKey: site), link.until > now else { return nil }
            return link.user
        }
    }
}
