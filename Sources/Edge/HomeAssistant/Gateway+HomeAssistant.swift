import Messages
import Outbox
import Settings

/// Home Assistant, where the configuration wants it.
extension Gateway {
    mutating func tellHomeAssistant() {
        guard configuration.homeAssistant else { return }
        let name = publisher.context(at: clock).name(of:)
        publisher.append(discovery.tell(configuration, identity.gateway, topics, name, at: now))
    }

    /// Home Assistant has started.
    mutating func homeAssistantStarted() {
        if discovery.isToTell(at: now) { tellHomeAssistant() }
    }

    /// What an earlier run told, as the broker holds it.
    mutating func homeAssistantKnows(_ payload: [UInt8]) {
        if discovery.found(payload) { tellHomeAssistant() }
    }

    /// The configuration says something else than before.
    mutating func updateHomeAssistant(before: Bool) {
        if configuration.homeAssistant {
            tellHomeAssistant()
        } else if before {
            publisher.append(discovery.withdraw(identity.gateway))
        }
    }
}
