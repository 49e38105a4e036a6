import ConsumerStore
import Engagement
import Messages
import Metrics
import Synchronization

/// The consumer in numbers: counted as it works, by every thread, and read by the server's without asking any other, so
/// that a database that hangs hides nothing. No person is in it.
final class ConsumerMeters: Sendable {
    struct State {
        var decisions: [SiteReason: UInt64] = [:]
        /// Events that began nothing, by why.
        var refusals: [String: UInt64] = [:]
        var notifications: [ChannelOutcome: UInt64] = [:]
        var latency = MetricHistogram(bounds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5])
        var events: [Bool: UInt64] = [:]
        var dropped: [String: UInt64] = [:]
        var storeErrors: UInt64 = 0
        var gateways: [GatewayID: Seen] = [:]
        var partitions: [Int: PartitionState] = [:]
    }

    struct SiteReason: Hashable {
        let site: String
        let reason: String
    }

    struct ChannelOutcome: Hashable {
        let channel: String
        let outcome: String
    }

    /// A gateway as it told last.
    struct Seen {
        var state: Status.State?
        var telemetry: Telemetry?
        /// When that came, Unix milliseconds.
        var at: Int64 = 0
    }

    /// How the work on one partition goes.
    struct PartitionState {
        var isConnected = false
        /// Why the store did not work at the last try.
        var storeFault: String?
        /// Of the last turn, monotonic microseconds.
        var turnedAt: Int64
        /// Its sites; of others another consumer tells.
        var sites: [String] = []
        /// Why each of them is paused that is.
        var pauses: [String: String] = [:]
        /// Whether the recommender answers it: each partition finds that out for itself.
        var isEngineUp = true
        /// How many there are of each file of the directory.
        var directory: [(name: String, count: Int)] = []
    }

    /// Gateways are those of the configuration, whose messages alone come here; this many at most.
    private static let mostGateways = 10_000

    let state = Mutex(State())

    /// What came of the work on a partition.
    func note(_ outputs: [ConsumerOutput], on partition: Int, at now: Int64) {
        guard !outputs.isEmpty else { return }
        state.withLock { state in for output in outputs { Self.count(output, on: partition, in: &state, at: now) } }
    }

    private static func count(_ output: ConsumerOutput, on partition: Int, in state: inout State, at now: Int64) {
        switch output {
        case .decided(let decision, _, let site, _):
            let reason = decision.suppression?.rawValue ?? "sent"
            state.decisions[SiteReason(site: site, reason: reason), default: 0] += 1
        case .refused(let reason, _, _): state.refusals[reason.rawValue, default: 0] += 1
        case .event(let isNew): state.events[isNew, default: 0] += 1
        case .dropped(_, let why): state.dropped[why.label, default: 0] += 1
        case .sent(let channel, let outcome):
            state.notifications[ChannelOutcome(channel: channel.kind, outcome: outcome.rawValue), default: 0] += 1
        case .engine(let isReachable): state.partitions[partition]?.isEngineUp = isReachable
        case .paused(let site, let reason): state.partitions[partition]?.pauses[site] = reason
        case .status(let gateway, let status):
            guard let status else { return state.gateways[gateway] = nil }
            guard state.gateways[gateway] != nil || state.gateways.count < mostGateways else { return }
            state.gateways[gateway, default: Seen()].state = status.state
        case .telemetry(let gateway, let telemetry):
            guard state.gateways[gateway] != nil || state.gateways.count < mostGateways else { return }
            state.gateways[gateway, default: Seen()].telemetry = telemetry
            state.gateways[gateway]?.at = now
        default: break
        }
    }

    /// It took so long to decide, and to keep what was decided. Microseconds.
    func decided(_ outputs: [ConsumerOutput], in duration: Int64) {
        for case .decided(_, _, _, _) in outputs {
            state.withLock { $0.latency.observe(Double(duration) / 1_000_000) }
        }
    }

    func partition(_ number: Int, _ change: (inout PartitionState) -> Void) {
        state.withLock { state in
            var partition = state.partitions[number] ?? PartitionState(turnedAt: .max)
            change(&partition)
            state.partitions[number] = partition
        }
    }

    func storeFailed(_ error: String, on partition: Int) {
        state.withLock { $0.storeErrors += 1 }
        self.partition(partition) { $0.storeFault = error }
    }

    /// Another consumer has it now, with what belongs to it.
    func leave(_ partition: Int) {
        state.withLock { state in
            let sites = state.partitions.removeValue(forKey: partition)?.sites ?? []
            state.gateways = state.gateways.filter { !sites.contains($0.key.site) }
        }
    }
}

extension Channel {
    fileprivate var kind: String {
        switch self {
        case .mqtt: "mqtt"
        case .ntfy: "ntfy"
        case .webhook: "webhook"
        case .apprise: "apprise"
        }
    }
}

extension ConsumerMeters.PartitionState {
    mutating func note(_ directory: Directory) {
        self.directory = [
            ("visitors", directory.visitors.count), ("items", directory.items.count),
            ("promotions", directory.promotions.count),
        ]
    }
}
