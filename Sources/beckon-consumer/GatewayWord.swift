import Beacons
import Engagement
import Messages

/// What a gateway says in one message, read and bound to the topic that it came by.
enum GatewayWord {
    case event(GatewayEvent)
    case presence(BeaconIdentity, Receiver, GatewayPresence)
    case ranging(Receiver, RegionRanging)
    case status(GatewayID, Status)
    case lost(EventsLost)
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
        case .response(let gateway, _): self = .response(gateway, try Response(parsing: payload))
        case .lost: self = .lost(try EventsLost(parsing: payload))
        default: return nil
        }
    }
}
