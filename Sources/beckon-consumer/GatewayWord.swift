import Beacons
import Engagement
import Messages

/// What a gateway says in one message, or the operator, or we ourselves of before; read and bound to the topic that it
/// came by.
enum GatewayWord {
    case event(GatewayEvent)
    case presence(BeaconIdentity, Receiver, GatewayPresence)
    case ranging(Receiver, RegionRanging)
    case status(GatewayID, Status)
    case telemetry(GatewayID, Telemetry)
    case lost(EventsLost)
    case paused(site: String, Paused)
    case encounter(Encounter)
    case whereabouts(site: String, BeaconIdentity, SiteWhereabouts)
    case response(GatewayID, Response)

    /// A region of a gateway.
    struct Receiver {
        let gateway: GatewayID
        let region: String

        /// As the site's configuration names it.
        var source: ZoneConfiguration.Source { .init(gateway: gateway.gateway, region: region) }
    }

    /// `nil`: nothing that the consumer listens to.
    init?(_ topic: Topic, _ payload: [UInt8]) throws(PayloadError) {
        switch topic {
        case .event: self = .event(try GatewayEvent(parsing: payload))
        case .presence(let gateway, let region, let subject):
            guard let beacon = subject.beacon else { return nil }
            let presence = try GatewayPresence(parsing: payload)
            self = .presence(beacon, Receiver(gateway: gateway, region: region), presence)
        case .ranging(let gateway, let region):
            let ranging = try RegionRanging(parsing: payload)
            self = .ranging(Receiver(gateway: gateway, region: region), ranging)
        case .status(let gateway): self = .status(gateway, try Status(parsing: payload))
        case .telemetry(let gateway): self = .telemetry(gateway, try Telemetry(parsing: payload))
        case .response(let gateway, _): self = .response(gateway, try Response(parsing: payload))
        case .lost: self = .lost(try EventsLost(parsing: payload))
        case .paused(let site): self = .paused(site: site, try Paused(parsing: payload))
        case .sitePresence(let site, let subject):
            guard let beacon = subject.beacon else { return nil }
            self = .whereabouts(site: site, beacon, try SiteWhereabouts(parsing: payload))
        case .encounter(let user):
            let encounter = try Encounter(parsing: payload)
            // Who may write to a topic is the broker's to know: nobody speaks for another.
            guard encounter.user == user else { return nil }
            self = .encounter(encounter)
        default: return nil
        }
    }
}
