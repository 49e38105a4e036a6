public import Messages

/// An enter event as it came in, and whether it may begin anything: rules 1 to 3 of consumer.md.
public struct Arrival: Hashable, Sendable {
    /// Gateways' clocks may run ahead so far, milliseconds.
    public static let mostAhead: Int64 = 30_000

    public var event: GatewayEvent
    /// It lay at the broker before we subscribed.
    public var isRetained: Bool
    /// It has been handled before.
    public var isDuplicate: Bool

    public init(_ event: GatewayEvent, isRetained: Bool = false, isDuplicate: Bool = false) {
        self.event = event
        self.isRetained = isRetained
        self.isDuplicate = isDuplicate
    }

    /// Why the event begins nothing; `nil`: it may.
    ///
    /// - Parameters:
    ///   - site: the event's, where it is configured.
    ///   - topic: that the event came by.
    ///   - now: Unix milliseconds.
    public func suppression(
        at site: SiteConfiguration?, by topic: Topic, _ rules: RuleConfiguration, now: Int64
    ) -> Suppression? {
        if isRetained || event.replayed { return .staleEvent }
        guard event.clockSynced || event.simulated else { return .clockUnsynced }
        guard now - event.time <= rules.stale.inMilliseconds, event.time - now <= Self.mostAhead else {
            return .staleEvent
        }
        if isDuplicate { return .duplicateEvent }
        guard let site, site.name == event.id.gateway.site else { return .unknownSite }
        guard site.knows(event.id.gateway.gateway) else { return .unknownGateway }
        return event.topic == topic ? nil : .forged
    }
}

extension SiteConfiguration {
    /// A store with zones lists its gateways in them; one without takes every gateway that the broker lets in.
    public func knows(_ gateway: String) -> Bool {
        zones.isEmpty || zones.contains { $0.gateways.contains { $0.gateway == gateway } }
    }
}
