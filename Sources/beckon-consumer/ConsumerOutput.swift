import Engagement
import Messages

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
    case dropped(topic: String, why: String)
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
