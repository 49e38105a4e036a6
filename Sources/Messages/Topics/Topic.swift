/// Every topic of the contract.
public enum Topic: Hashable, Sendable {
    case status(GatewayID)
    case event(GatewayID, EventType, region: String, Subject)
    case presence(GatewayID, region: String, Subject)
    case region(GatewayID, region: String)
    case ranging(GatewayID, region: String)
    case sighting(GatewayID, region: String, Subject)
    case telemetry(GatewayID)
    case lost(GatewayID)
    case ack(GatewayID)
    case request(GatewayID)
    case response(GatewayID, client: String)
    /// A gateway as Home Assistant finds it, at the place that Home Assistant prescribes.
    case discovery(GatewayID)
    /// `zone`: `nil` where there is none (`_store`).
    case visit(site: String, VisitType, zone: String?, Subject)
    case sitePresence(site: String, Subject)
    case paused(site: String)
    case deny(site: String)
    case consumerStatus(id: String)
    case notify(user: String)
    case encounter(user: String)

    public enum EventType: String, Sendable, CaseIterable {
        case enter, exit, dwell, proximity, tap
    }

    public enum VisitType: String, Sendable, CaseIterable {
        case enter, exit, move
    }
}

extension Topic {
    /// What comes many times a second is not worth a confirmation; all else is sent at least once.
    public var qos: UInt8 {
        switch self {
        case .ranging, .sighting, .telemetry: 0
        default: 1
        }
    }

    /// State is retained, what happened is not.
    public var isRetained: Bool {
        switch self {
        case .status, .presence, .region, .ack, .discovery, .sitePresence, .paused, .deny, .consumerStatus: true
        default: false
        }
    }

    /// The beacon that it is about; `nil` where it is about none, or several.
    public var subject: Subject? {
        switch self {
        case .event(_, _, _, let subject), .presence(_, _, let subject), .sighting(_, _, let subject),
            .visit(_, _, _, let subject), .sitePresence(_, let subject):
            subject
        default: nil
        }
    }

    public var contentType: String {
        switch self {
        case .event, .lost, .visit, .notify, .encounter: "application/cloudevents+json; charset=utf-8"
        default: "application/json"
        }
    }
}
