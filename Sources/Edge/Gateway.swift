import BlueZ
import Broker
package import Daemon
import MQTT
import Messages
import Presence
package import Settings

/// The gateway's one thread: packets from the source in, messages to the broker out.
package struct Gateway: ~Copyable {
    /// What is the same for the whole run.
    struct Identity {
        var gateway: GatewayID
        /// Names this run in the status.
        var boot: String
        /// Unix milliseconds.
        var since: Int64
        /// Changes when the configuration says something else.
        var configuration: String

        /// What the broker says for us when we fall silent.
        var will: Status {
            Status(
                at: since, state: .lost, boot: boot, since: since, version: Version.text, config: configuration)
        }
    }

    private let identity: Identity
    private let log: Log
    private let notifier: ServiceNotifier
    private let link: BrokerLink
    private let topics: Topics
    private let source: any PacketSource
    private var pipeline: Pipeline
    private var publisher: Publisher
    private var now: Instant
    private var teller = StatusTeller()
    private var meter: Meter
    /// The broker said no to a message that is not at fault: publishing pauses until then.
    private var pausedUntil: Instant?
    private let endsWithSource: Bool

    /// How long publishing pauses after a refusal that a repair at the broker's side may end, an access list say.
    private static let pause: Duration = .seconds(5)

    /// - Parameter endsWithSource: whether it is done when nothing can come any more and the broker has it all.
    package init(
        _ configuration: Configuration, name: String, source: any PacketSource, log: Log,
        notifier: ServiceNotifier = ServiceNotifier(), endsWithSource: Bool = false
    ) throws {
        let id = GatewayID(site: configuration.site, gateway: name)
        identity = Identity(
            gateway: id, boot: RandomName.base32(8), since: SystemClock.wallMilliseconds(),
            configuration: configuration.fingerprint)
        topics = Topics(base: configuration.topics.base, users: configuration.topics.users)
        var options = MQTTOptions(configuration.gateway.broker, clientID: "\(id.site):\(id.gateway)")
        options.sessionExpiry = .seconds(60)
        options.willDelay = .seconds(30)
        options.will = MQTTMessage(Outgoing(topic: .status(id), payload: identity.will.rendered()), topics)
        link = try BrokerLink(options, log: log)
        self.source = source
        self.log = log
        self.notifier = notifier
        self.endsWithSource = endsWithSource
        if configuration.presence.regions.isEmpty {
            log.warning("gateway", "regions is empty: whatever is heard is dropped")
        }
        now = .now
        pipeline = Pipeline(configuration.presence, hearing: source.isHearing, at: now)
        let context = GatewayContext(
            gateway: id, epoch: RandomName.base32(8), regions: configuration.presence.regions.map(\.name), clock: 0,
            clockSynced: false, simulated: source.isSimulated)
        publisher = Publisher(context, clearAfter: configuration.clearAfter)
        meter = Meter(at: now)
    }

    /// Runs until SIGTERM or SIGINT, or where that is wanted to the end of its source.
    package mutating func run(_ signals: borrowing Signals) {
        link.start()
        notifier.ready()
        while !isAskedToStop(signals), !isOver {
            now = source.receive(
                into: &pipeline, until: nextDeadline, wakes: [signals.descriptor, link.wake.descriptor])
            pipeline.advance(to: now)
            publisher.publish(pipeline.takeOutputs(), clock: clock, synced: SystemClock.isSynced)
            for event in link.takeEvents() { handle(event) }
            publisher.clear(at: now)
            tellStatus()
            tellTelemetry()
            pump()
            if notifier.watchdogInterval != nil { notifier.alive() }
        }
        notifier.stopping()
        link.stop(farewell: MQTTMessage(outgoing(status(.offline)), topics))
    }

    private var nextDeadline: Instant? {
        let watchdog = notifier.watchdogInterval.map { now + $0 }
        return [
            pipeline.nextDeadline, publisher.nextDeadline, pausedUntil, watchdog, teller.deadline, meter.deadline,
        ].compactMap(\.self).min()
    }

    /// Whether every deadline has fired and the broker has it all.
    private var isOver: Bool {
        endsWithSource && source.hasEnded && pipeline.nextDeadline == nil && publisher.isDone
    }

    /// Unix milliseconds at `Instant.zero`.
    private var clock: Int64 { SystemClock.wallMilliseconds() - SystemClock.monotonicMicroseconds() / 1000 }

    private func isAskedToStop(_ signals: borrowing Signals) -> Bool {
        switch signals.next(within: .zero) {
        case .terminate, .interrupt: return true
        case .reload:
            log.warning("gateway", "SIGHUP: the configuration is read at the start; restart to apply a new one")
            return false
        case nil: return false
        }
    }

    private mutating func handle(_ event: MQTTEvent) {
        switch event {
        case .connected:
            pausedUntil = nil
            let status = status(.online)
            teller.told(status)
            publisher.connected(
                status: outgoing(status), regions: pipeline.regions(), visits: pipeline.visits(), at: now)
        case .disconnected: publisher.disconnected()
        case .acknowledged(let token, nil): publisher.finished(token)
        case .acknowledged(let token, let refusal?):
            if refusal.isMessageFault {
                publisher.finished(token)
            } else {
                publisher.requeue()
                pausedUntil = now + Self.pause
            }
        case .subscriptionRefused, .takenOver: break
        }
    }

    private mutating func pump() {
        if let pausedUntil, now < pausedUntil { return }
        pausedUntil = nil
        let (link, topics) = (link, topics)
        publisher.pump { link.publish(MQTTMessage($0, topics), token: $1) }
    }

    /// Publishes the status where it has changed.
    private mutating func tellStatus() {
        let current = status(.online)
        if teller.isToTell(current, at: now) { publisher.append(outgoing(current)) }
    }

    private mutating func tellTelemetry() {
        guard let deadline = meter.deadline, now >= deadline else { return }
        let telemetry = meter.telemetry(
            at: now, adapters: Array(zip(source.adapters, source.kernelCounts)), pipeline: pipeline,
            waiting: publisher.queue.count)
        publisher.append(Outgoing(topic: .telemetry(identity.gateway), payload: telemetry.rendered()))
    }

    private func outgoing(_ status: Status) -> Outgoing {
        Outgoing(topic: .status(identity.gateway), payload: status.rendered())
    }

    /// - Parameter wanted: `online` becomes `degraded` where something is missing.
    private func status(_ wanted: Status.State) -> Status {
        let adapters = source.adapters
        let reason = adapters.lazy.compactMap(\.fault).first
        let isDegraded = wanted == .online && reason != nil
        return Status(
            at: SystemClock.wallMilliseconds(), state: isDegraded ? .degraded : wanted,
            reason: isDegraded ? reason : nil, boot: identity.boot, since: identity.since, version: Version.text,
            config: identity.configuration,
            adapters: adapters.map { adapter in
                Status.Adapter(
                    address: adapter.address, state: adapter.phase.rawValue, mode: adapter.mode,
                    lastAdvertisement: adapter.lastReport.map { (now - $0).seconds })
            })
    }
}
