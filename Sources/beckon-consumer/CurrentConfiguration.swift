import Engagement
import Settings
import Synchronization

/// The configuration that all threads go by, which may be read again while they run.
final class CurrentConfiguration: Sendable {
    private struct State {
        var configuration: Configuration
        var version = 0
    }

    private let state: Mutex<State>

    init(_ configuration: Configuration) { state = Mutex(State(configuration: configuration)) }

    var value: Configuration { state.withLock { $0.configuration } }

    /// Counts how often it was replaced.
    var version: Int { state.withLock { $0.version } }

    /// Goes on with `next`, but for what cannot change while the consumer runs.
    ///
    /// - Returns: what of that has changed.
    func replace(by next: Configuration) -> [String] {
        state.withLock { state in
            let former = state.configuration
            state.configuration = next.keeping(former)
            state.version += 1
            let removed = former.consumer.sites.map(\.name).filter { name in
                !next.consumer.sites.contains { $0.name == name }
            }
            let keys = [
                ("topics", next.topics != former.topics), ("privacy", next.privacy != former.privacy),
                ("consumer.store", next.consumer.store != former.consumer.store),
                ("consumer.broker", next.consumer.broker != former.consumer.broker),
                ("consumer.recommender", next.consumer.recommender != former.consumer.recommender),
                ("consumer.http", next.consumer.http != former.consumer.http),
            ].filter(\.1).map(\.0)
            return keys.map { "\($0) has changed" } + removed.map { "consumer.sites.\($0) is gone" }
        }
    }
}

extension Configuration {
    /// This one, but what cannot change while the consumer runs as it was: whom it works for, with whom, and where.
    fileprivate func keeping(_ former: Configuration) -> Configuration {
        var kept = self
        kept.topics = former.topics
        kept.privacy = former.privacy
        kept.consumer.store = former.consumer.store
        kept.consumer.broker = former.consumer.broker
        kept.consumer.recommender = former.consumer.recommender
        kept.consumer.http = former.consumer.http
        // Visits there go on.
        kept.consumer.sites += former.consumer.sites.filter { old in !consumer.sites.contains { $0.name == old.name } }
        return kept
    }
}
