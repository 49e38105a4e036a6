package import Daemon
import Messages
import Outbox
import Presence
import SQLite
package import Settings

/// The gateway's one thread: packets from the source in, messages to the broker out.
package struct Gateway: ~Copyable {
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
    var teller = StatusTeller()
    var budget: RequestBudget
    var discovery = Discovery()
    /// `nil`: nobody can look.
    var page: GatewayPage?
    /// Where sightings are kept, now or by a former run.
    let rewindFolder: String?
    private(set) var now: Instant
    var meter: Meter
    private let notifier: ServiceNotifier
    private var watchdog: Watchdog
    private let boot: Int64
    private let endsWithSource: Bool

    /// Runs a gateway until SIGTERM or SIGINT, or where that is wanted to the end of its source.
    ///
    /// - Parameters:
    ///   - outbox: the path of its file; `nil`: in memory, for a run that does not come again.
    ///   - rewind: the folder of its sightings, kept as the configuration says; `nil`: they are not kept.
    ///   - page: where its page is served; `nil`: nowhere.
    ///   - endsWithSource: whether it is done when nothing can come any more and the broker has it all.
    ///   - reload: reads the configuration anew.
    package static func run(
        _ configuration: Configuration, name: String, source: any PacketSource, outbox path: String?,
        rewind: String? = nil, page: ListenAddress? = nil, log: Log, signals: borrowing Signals,
        endsWithSource: Bool = false, reload: @escaping () throws -> Configuration
    ) throws {
        let privacy = try Privacy(configuration.privacy)
        var gateway = try Gateway(
            configuration, name: name, source: source, outbox: path, rewind: rewind,
            pseudonyms: privacy?.pseudonyms, log: log, endsWithSource: endsWithSource, reload: reload)
        gateway.keepSightings()
        try gateway.adopt(privacy)
        if let page { gateway.openPage(at: page) }
        try gateway.run(signals)
    }

    private init(
        _ configuration: Configuration, name: String, source: any PacketSource, outbox path: String?, rewind: String?,
        pseudonyms: Pseudonyms?, log: Log, endsWithSource: Bool, reload: @escaping () throws -> Configuration
    ) throws {
        let identity = GatewayIdentity(gateway: GatewayID(site: configuration.site, gateway: name))
        let topics = Topics(base: configuration.topics.base, users: configuration.topics.users)
        let link = try GatewayLink(
            configuration, topics: topics, gateway: identity.gateway,
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
            "outbox", "open", ["epoch": outbox.epoch, "waiting": outbox.state.waiting, "visits": saved.visits.count])
        if configuration.presence.regions.isEmpty {
            log.warning("gateway", "regions is empty: whatever is heard is dropped")
        }
        let context = GatewayContext(
            gateway: identity.gateway, epoch: outbox.epoch, regions: configuration.presence.regions.map(\.name),
            clock: 0, clockSynced: false, simulated: source.isSimulated,
            pseudonyms: pseudonyms)
        self.identity = identity
        self.source = source
        self.log = log
        self.reload = reload
        self.configuration = configuration
        self.topics = topics
        self.link = link
        self.boot = boot
        self.endsWithSource = endsWithSource
        notifier = ServiceNotifier()
        watchdog = Watchdog(notifier, at: clock.now)
        now = clock.now
        meter = Meter(at: clock.now)
        budget = RequestBudget(at: clock.now)
        rewindFolder = rewind
        publisher = Publisher(outbox, context, rules: rules, clearAfter: configuration.clearAfter)
        pipeline = Pipeline(configuration.presence, hearing: source.isHearing, at: clock.now)
        restore(saved, savedRegions, at: clock)
    }

    private mutating func keepSightings() {
        guard let folder = rewindFolder, let keep = configuration.rewind.keep else { return }
        pipeline.log = RewindLog(
            folder, keep: keep, maxSize: configuration.rewind.maxSize, isHearing: pipeline.isHearing, at: now,
            unixMicroseconds: clock.wall * 1000)
    }

    private mutating func run(_ signals: borrowing Signals) throws {
        link.start()
        notifier.ready()
        ProgramPages.giveBack()
        while !isAskedToStop(signals), !isOver {
            now = source.receive(into: &pipeline, until: nextDeadline, wakes: wakes(signals))
            pipeline.advance(to: now)
            let clock = clock
            let outputs = pipeline.takeOutputs()
            page?.note(outputs)
            publisher.publish(outputs, at: clock)
            let (events, words) = link.take()
            for event in events { try handle(event, at: clock) }
            for word in words { handle(word, at: clock) }
            try commit(at: clock)
            publisher.clear(at: now)
            tellStatus()
            try tellTelemetry()
            tellPage()
            try pump(at: clock)
            try answerQuestions()
            for thread in watchdog.look(at: now, stuck: { source.stuckThreads(at: now) }) {
                log.limited(.error, "gateway", "a thread is stuck; systemd will start us again", ["thread": thread])
            }
        }
        notifier.stopping()
        pipeline.log?.write(until: now)
        // Visits stay open: that the gateway is gone does not mean that they are.
        try commit(at: clock, force: true)
        try pump(at: clock)
        page?.close()
        link.stop(farewell: outgoing(status(.offline)))
    }

    private func wakes(_ signals: borrowing Signals) -> [Int32] {
        [signals.descriptor, link.wake.descriptor] + (page?.wakes ?? [])
    }

    private var nextDeadline: Instant? {
        let publishing = publisher.nextDeadline(at: now, hasVisits: pipeline.engine.visitCount > 0)
        return [pipeline.nextDeadline, publishing, watchdog.deadline, teller.deadline, meter.deadline, page?.deadline]
            .compactMap(\.self).min()
    }

    /// Whether every deadline has fired and the broker has it all.
    private var isOver: Bool {
        endsWithSource && source.hasEnded && pipeline.nextDeadline == nil && publisher.isDone
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

    private mutating func commit(at clock: ClockReading, force: Bool = false) throws(SQLiteError) {
        try publisher.commit(at: clock, force: force, engine: pipeline.engine)
        if let fault = publisher.outbox.state.fault {
            log.limited(.error, "outbox", "events wait in memory", ["fault": fault])
        }
    }

    private mutating func pump(at clock: ClockReading) throws(SQLiteError) {
        let link = link
        try link.together { () throws(SQLiteError) in
            try publisher.pump(at: clock, { link.publish($0, token: $1) }, probe: { link.publish(probe: $0) })
        }
    }

    private mutating func tellTelemetry() throws(SQLiteError) {
        guard let deadline = meter.deadline, now >= deadline else { return }
        let telemetry = try telemetry()
        meter.begin(after: telemetry, pipeline.sightings, at: now)
        publisher.append(Outgoing(topic: .telemetry(identity.gateway), payload: telemetry.rendered()))
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
