import Engagement
import Messages

/// What came of a notification by one channel.
enum SendOutcome: String {
    case delivered
    /// It is tried again.
    case again
    /// It may have arrived, and is not tried again.
    case uncertain
    /// The channel does not take it; the next one is tried, where there is one.
    case failed
}

/// What the consumer has to say of what it did.
enum ConsumerOutput {
    /// An opportunity was decided; with the notification, if one is sent.
    case decided(Decision, Opportunity, site: String, Notification?)
    /// An enter or a tap that begins nothing; `user`: whose it is, if we know.
    case refused(Suppression, GatewayEvent, user: String?)
    /// A gateway has forgotten someone who was erased; `person` stood for them in the audit log.
    case forgotten(person: String, GatewayID)
    /// Somebody held a beacon to a reader for long; `person` stands for them in the audit log, if they are known.
    case optedOut(person: String?, GatewayID, isToldToGateways: Bool)
    /// A message that is none of the contract's.
    case dropped(topic: String, why: DropReason)
    /// An event of a gateway that was not known yet, or was.
    case event(isNew: Bool)
    /// What a gateway says of itself; `nil`: it is retired.
    case status(GatewayID, Status?)
    case telemetry(GatewayID, Telemetry)
    /// What came of a notification's way by a channel.
    case sent(Channel, SendOutcome)
    /// A notification that is no longer worth sending, or that the broker does not take.
    case withdrawn(id: String, user: String, why: String)
    /// A site comes near the most that it may send in an hour.
    case nearRate(site: String, count: Int, of: Int)
    /// A site was paused, for a reason, or goes on.
    case paused(site: String, reason: String?)
    /// The broker does not take what a site tells.
    case siteEventRefused(topic: String)
    /// A notification that may have arrived, counts as sent, and is not tried again.
    case uncertain(id: String, user: String, why: String)
    /// The address of a visitor's channel answered that it is gone.
    case channelGone(user: String)
    /// The retailer's engine does not answer, or does again.
    case engine(isReachable: Bool)
    /// What the engine does not want to hear.
    case mailLost(String)
}
