import Outbox
import Settings

extension OutboxRules {
    init(_ settings: OutboxSettings) {
        self.init()
        switch settings.profile {
        case .standard: break
        case .sd: (commitInterval, commitEvents) = (.seconds(1), 500)
        case .server: commitInterval = .milliseconds(20)
        }
        maxEvents = settings.maxEvents
        maxSize = settings.maxSize
        minFree = settings.minFree
        maxAge = settings.maxAge
        replayRate = settings.replayRate
        confirmation = settings.confirm.flatMap { OutboxRules.Confirmation(rawValue: $0.rawValue) }
    }
}
