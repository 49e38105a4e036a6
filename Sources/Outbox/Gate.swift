import Presence

/// Whether events may go on this connection at all.
///
/// MQTT 3.1.1 acknowledges what it denies (measured): there a probe must come back first. And what a consumer has to
/// confirm is sent again only while one is there.
struct Gate {
    private enum Probe: Equatable {
        case notNeeded
        case due
        case sent(nonce: UInt64, until: Instant)
        case failed(again: Instant)
        case returned
    }

    /// How long the probe may take.
    private static let patience: Duration = .seconds(10)
    /// When it is sent again after it did not come back.
    private static let pause: Duration = .seconds(30)

    var confirmation: OutboxRules.Confirmation
    private var probe = Probe.notNeeded
    private var isConsumerThere = false
    private var isConnected = false
    private var hasFailed = false

    init(_ confirmation: OutboxRules.Confirmation) { self.confirmation = confirmation }

    var isOpen: Bool {
        (probe == .notNeeded || probe == .returned) && (confirmation == .broker || isConsumerThere)
    }

    /// What is wrong, for the status.
    var fault: String? {
        if hasFailed, probe != .returned, probe != .notNeeded {
            return "not_authorized: a message to a topic of ours did not come back; see the broker's access list"
        }
        guard isConnected, confirmation == .consumer, !isConsumerThere else { return nil }
        return "no_consumer: events wait for one that is online; without one, set outbox.confirm to broker"
    }

    var deadline: Instant? {
        switch probe {
        case .sent(_, let until): until
        case .failed(let again): again
        case .notNeeded, .due, .returned: nil
        }
    }

    mutating func connected(answersForWrites: Bool, at now: Instant) {
        probe = answersForWrites ? .notNeeded : .due
        isConsumerThere = false
        isConnected = true
    }

    mutating func disconnected() {
        probe = .notNeeded
        isConsumerThere = false
        isConnected = false
    }

    /// The nonce of a probe that is to be sent now.
    mutating func probe(at now: Instant, using random: inout some RandomNumberGenerator) -> UInt64? {
        switch probe {
        case .sent(_, let until) where until <= now:
            probeFailed(at: now)
            return nil
        case .failed(let again) where again <= now: break
        case .due: break
        default: return nil
        }
        let nonce = UInt64.random(in: .min ... .max, using: &random)
        probe = .sent(nonce: nonce, until: now + Self.patience)
        return nonce
    }

    mutating func probeFailed(at now: Instant) {
        hasFailed = true
        probe = .failed(again: now + Self.pause)
    }

    mutating func probeReturned(_ nonce: UInt64) {
        guard case .sent(nonce, _) = probe else { return }
        hasFailed = false
        probe = .returned
    }

    /// A consumer says how it is. `true`: it has come, so that all is to be sent that it did not confirm.
    mutating func consumer(isOnline: Bool) -> Bool {
        defer { isConsumerThere = isOnline || isConsumerThere }
        return confirmation == .consumer && isOnline && !isConsumerThere
    }
}
