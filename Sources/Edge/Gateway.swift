<<<<<<< HEAD
package import Daemon
import MQTT
import Messages
import Outbox
=======
import BlueZ
import Broker
package import Daemon
import MQTT
import Messages
>>>>>>> main
import Presence
import SQLite
package import Settings

/// The gateway's one thread: packets from the source in, messages to the broker out.
package struct Gateway: ~Copyable {
<<<<<<< HEAD
    let identity: GatewayIdentity
    let log: Log
    let topics: Topics
    /// Where a configuration comes from when the gateway is told to read it again.
    let reload: () throws -> Configuration
    let source: any PacketSource
    var configuration: Configuration
    var link: GatewayLink
    var pipeline: Pipeline
    var publisher: Publisher
    private let notifier: ServiceNotifier
    private let boot: Int64
    private var now: Instant
    private var told: Status?

    /// Runs a gateway until SIGTERM or SIGINT.
    ///
    /// - Parameters:
    ///   - outbox: the path of its file.
    ///   - reload: reads the configuration anew.
    package static func run(
        _ configuration: Configuration, identity: GatewayIdentity, source: any PacketSource, outbox path: String,
        log: Log, signals: borrowing Signals, reload: @escaping () throws -> Configuration
    ) throws {
        var gateway = try Gateway(
            configuration, identity: identity, source: source, outbox: path, log: log, notifier: ServiceNotifier(),
            reload: reload)
        try gateway.run(signals)
    }

    private init(
        _ configuration: Configuration, identity: GatewayIdentity, source: any PacketSource, outbox path: String,
        log: Log, notifier: ServiceNotifier, reload: @escaping () throws -> Configuration
    ) throws {
        let topics = Topics(base: configuration.topics.base, users: configuration.topics.users)
        let link = try GatewayLink(
            configuration.gateway.broker, topics: topics, gateway: identity.gateway,
            will: identity.will(configuration: configuration.fingerprint), log: log)
        let boot = BootID.read()
        let clock = ClockReading(at: .now, boot: boot)
        let rules = OutboxRules(configuration.outbox)
        let outbox = try Outbox(
            path: path, gateway: identity.gateway, newEpoch: RandomName.base32(8), rules: rules, at: clock)
        let (saved, savedRegions) = try outbox.saved(at: clock)
        if let file = outbox.damagedFile {
            log.error("outbox", "the file was damaged: it is set aside, and a new one begins", ["file": file])
        }
        log.info(
            "outbox", "open",
            ["epoch": outbox.epoch, "waiting": outbox.state.waiting, "visits": saved.visits.count])
        let context = GatewayContext(
            gateway: identity.gateway, epoch: outbox.epoch, regions: configuration.presence.regions.map(\.name),
            clock: 0, clockSynced: false, simulated: source.isSimulated)
        self.identity = identity
        self.source = source
        self.log = log
        self.notifier = notifier
        self.reload = reload
        self.configuration = configuration
        self.topics = topics
        self.link = link
        self.boot = boot
        now = clock.now
        publisher = Publisher(outbox, context, rules: rules, clearAfter: configuration.clearAfter)
        pipeline = Pipeline(configuration.presence, hearing: source.isHearing, at: clock.now)
        restore(saved, savedRegions, at: clock)
    }

    private mutating func run(_ signals: borrowing Signals) throws {
=======
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
>>>>>>> main
        link.start()
        notifier.ready()
        while !isAskedToStop(signals), !isOver {
            now = source.receive(
                into: &pipeline, until: nextDeadline, wakes: [signals.descriptor, link.wake.descriptor])
            pipeline.advance(to: now)
            let clock = clock
            publisher.publish(pipeline.takeOutputs(), at: clock)
            let (events, words) = link.take()
            for event in events { try handle(event, at: clock) }
            for word in words { handle(word, at: clock) }
            try commit(at: clock)
            publisher.clear(at: now)
            tellStatus()
<<<<<<< HEAD
            try pump(at: clock)
=======
            tellTelemetry()
            pump()
>>>>>>> main
            if notifier.watchdogInterval != nil { notifier.alive() }
        }
        notifier.stopping()
        // Visits stay open: that the gateway is gone does not mean that they are.
        try commit(at: clock, force: true)
        try pump(at: clock)
        link.stop(farewell: outgoing(status(.offline)))
    }

    private var nextDeadline: Instant? {
        let watchdog = notifier.watchdogInterval.map { now + $0 }
<<<<<<< HEAD
        let publishing = publisher.nextDeadline(at: now, hasVisits: pipeline.engine.visitCount > 0)
        return [pipeline.nextDeadline, publishing, watchdog].compactMap(\.self).min()
=======
        return [
            pipeline.nextDeadline, publisher.nextDeadline, pausedUntil, watchdog, teller.deadline, meter.deadline,
        ].compactMap(\.self).min()
    }

    /// Whether every deadline has fired and the broker has it all.
    private var isOver: Bool {
        endsWithSource && source.hasEnded && pipeline.nextDeadline == nil && publisher.isDone
>>>>>>> main
    }

    var clock: ClockReading { ClockReading(at: now, boot: boot) }

    private mutating func isAskedToStop(_ signals: borrowing Signals) -> Bool {
        switch signals.next(within: .zero) {
        case .terminate, .interrupt: return true
        case .reload:
            readAgain()
            return false
        case nil: return false
        }
    }

<<<<<<< HEAD
    private mutating func commit(at clock: ClockReading, force: Bool = false) throws(SQLiteError) {
        try publisher.commit(at: clock, force: force, engine: pipeline.engine)
        if let fault = publisher.outbox.state.fault {
            log.limited(.error, "outbox", "events wait in memory", ["fault": fault])
=======
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
>>>>>>> main
        }
    }

    private mutating func pump(at clock: ClockReading) throws(SQLiteError) {
        let link = link
        try publisher.pump(at: clock, { link.publish($0, token: $1) }, probe: { link.publish(probe: $0) })
    }

    // MARK: - The status

    /// Publishes the status where it has changed.
    private mutating func tellStatus() {
        let current = status(.online)
<<<<<<< HEAD
        guard let told, told.state != current.state || told.reason != current.reason else { return }
        self.told = current
        publisher.append(outgoing(current))
=======
        if teller.isToTell(current, at: now) { publisher.append(outgoing(current)) }
    }

    private mutating func tellTelemetry() {
        guard let deadline = meter.deadline, now >= deadline else { return }
        let telemetry = meter.telemetry(
            at: now, adapters: source.adapters, pipeline: pipeline, waiting: publisher.queue.count)
        publisher.append(Outgoing(topic: .telemetry(identity.gateway), payload: telemetry.rendered()))
>>>>>>> main
    }

    /// The status with which a connection begins.
    mutating func beginStatus() -> Outgoing {
        let status = status(.online)
        told = status
        return outgoing(status)
    }

    private func outgoing(_ status: Status) -> Outgoing {
        Outgoing(topic: .status(identity.gateway), payload: status.rendered())
    }

    /// - Parameter wanted: `online` becomes `degraded` where something is missing.
    private func status(_ wanted: Status.State) -> Status {
<<<<<<< HEAD
        let reason = source.adapters.lazy.compactMap(\.fault).first ?? publisher.fault
=======
        let adapters = source.adapters
        let reason = adapters.lazy.compactMap(\.fault).first
>>>>>>> main
        let isDegraded = wanted == .online && reason != nil
        return Status(
            at: SystemClock.wallMilliseconds(), state: isDegraded ? .degraded : wanted,
            reason: isDegraded ? reason : nil, boot: identity.boot, since: identity.since, version: Version.text,
<<<<<<< HEAD
            config: configuration.fingerprint,
            adapters: source.adapters.map {
=======
            config: identity.configuration,
            adapters: adapters.map { adapter in
>>>>>>> main
                Status.Adapter(
                    address: adapter.address, state: adapter.phase.rawValue, mode: adapter.mode,
                    lastAdvertisement: adapter.lastReport.map { (now - $0).seconds })
            })
    }
}

extension ClockReading {
    /// The clocks at `instant` of a moment ago.
    init(at instant: Instant, boot: Int64) {
        let passed = Instant.now - instant
        self.init(
            now: instant, wall: SystemClock.wallMilliseconds() - passed.milliseconds, isSynced: SystemClock.isSynced,
            boot: boot)
    }
}
