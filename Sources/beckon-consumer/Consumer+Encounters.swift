import Daemon
import Engagement
import Messages

extension Consumer {
    /// Takes what a phone tells, and answers it as soon as a decision is made.
    func encounter(_ encounter: Encounter, reply: @escaping PhoneDesk.Reply) {
        let now = SystemClock.wallMilliseconds()
        let isKept = keep { state throws in
            var step = ConsumerCore.EncounterStep.nothing(.unknownBeacon)
            state.phones.wait(encounter.user, at: now, reply)
            let outputs = try state.core.work(at: now, in: state.store) { core, _ in
                step = core.take(encounter, at: now)
            }
            // Without an opportunity nothing will be decided.
            let isDecided = outputs.contains { $0.isDecision(about: encounter.user) }
            if !isDecided, case .nothing(let reason) = step {
                state.phones.take(encounter.user, at: now)?(.nothing(reason: reason.rawValue))
            }
            return outputs
        }
        guard !isKept else { return }
        keep { state in
            state.phones.take(encounter.user, at: now)?(.unavailable)
            return []
        }
    }
}

extension ConsumerOutput {
    func isDecision(about user: String) -> Bool {
        if case .decided(let decision, _, _, _) = self { decision.user == user } else { false }
    }
}
