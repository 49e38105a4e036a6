import Engagement
import Messages

/// What the consumer has to say of what it did.
enum ConsumerOutput {
    /// An opportunity was decided; with the notification, if one is sent.
    case decided(Decision, Opportunity, site: String, Notification?)
    /// An enter event that begins nothing; `user`: whose it is, if we know.
    case refused(Suppression, GatewayEvent, user: String?)
    /// A gateway has forgotten someone who was erased; `person` stood for them in the audit log.
    case forgotten(person: String, GatewayID)
    /// Somebody held a beacon to a reader for long; `person` stands for them in the audit log, if they are known.
    case optedOut(person: String?, GatewayID, isToldToGateways: Bool)
    /// A message that is none of the contract's.
    case dropped(topic: String, why: String)
    /// A notification that is no longer worth sending, or that the broker does not take.
    case withdrawn(id: String, user: String, why: String)
}
