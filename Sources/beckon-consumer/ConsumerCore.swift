import Beacons
import ConsumerStore
import Engagement
import Hashing
import HTTPClient
import MQTT
import Messages

/// From messages to notifications: the sites' presence, the rules, and the store behind them. Never reads a clock;
/// every time is Unix milliseconds, handed in.
struct ConsumerCore {
    struct Site {
        var configuration: SiteConfiguration
        var presence: SitePresence
    }

    /// The most gateways whose runs are known.
    static let mostGateways = 10_000
    /// How long after the store failed it is tried again, milliseconds.
    private static let pause: Int64 = 1000

    let topics: Topics
    var decider: Decider
    /// Makes the ids of notifications.
    let makeID: () -> String
    /// Names this run in the ids of the sites' events.
    let boot: String
    /// Changed in place: a presence that is copied copies all its shoppers.
    var sites: [Site] = []
    private var siteIndex: [String: Int] = [:]
    /// What each gateway said of itself last.
    var gateways: [GatewayID: GatewayHealth] = [:]
    /// The epochs of the gateways whose events came since they were last told what is kept.
    var heard: [GatewayID: String] = [:]
    /// Why each site is paused that is.
    var pauses: [String: String]
    var queue = SendQueue()
    var outbox: SiteOutbox
    var privacy: ConsumerPrivacy
    /// By all their names.
    var optOuts: Set<BeaconIdentity> = []
    /// Whether gateways are to be told whom to drop: on each connection, and when that changes.
    var isDenyListDue = true
    /// When the store is tried again that failed last.
    private var retryAt: Int64?
    var outputs: [ConsumerOutput] = []
    /// Reserved in the transaction that runs.
    var reserved: [(Reservation, SendQueue.Shopper, [Channel])] = []
    var delivery: Delivery
    /// Channels whose addresses said that they are gone, until a restart.
    var gone: Set<Channel> = []
    static let mostGone = 10_000
    private(set) var isConnected = false
    var calls: [(ticket: CallTicket, request: HTTPRequest)] = []

    /// `nil`: the embedded recommender decides at once.
    var engine: EngineDesk?
    var engineState = CircuitBreaker.State.closed
    var mail: EngineMail?
    /// Asked in the transaction that runs.
    var asked: [Asked] = []
    /// Under way, by number.
    var questions: [UInt64: Asked] = [:]
    var lastQuestion: UInt64 = 0
    /// To be decided in the next transaction.
    var answered: [Answered] = []

    /// Takes up what the store knows of before. It hears nothing yet: see `connected`.
    ///
    /// - Parameters:
    ///   - storeRegions: the regions of role `store`.
    ///   - partition: of which these sites are all.
    ///   - engine: the retailer's; `nil`: the embedded recommender decides.
    init(
        _ configurations: [SiteConfiguration], _ decider: Decider, topics: Topics, storeRegions: Set<String>,
        partition: Int = 0, privacy: ConsumerPrivacy = ConsumerPrivacy(), delivery: Delivery = Delivery(),
        engine: EngineDesk? = nil, from store: borrowing ConsumerStore, at now: Int64, boot: String,
        makeID: @escaping () -> String
    ) throws(StoreError) {
        self.topics = topics
        self.privacy = privacy
        self.decider = decider
        self.boot = boot
        self.makeID = makeID
        self.delivery = delivery
        self.engine = engine
        mail = engine.map { EngineMail($0.server, at: now) }
        pauses = try store.pauses()
        outbox = try SiteOutbox(of: partition, from: store)
        var shoppers: [String: SendQueue.Shopper] = [:]
        for configuration in configurations {
            for visit in try add(configuration, storeRegions: storeRegions, from: store, at: now) {
                shoppers[visit.id] = .init(site: sites.count - 1, beacon: visit.beacon, visit: visit.id)
            }
        }
        optOuts = try optOuts(in: store)
        for reservation in try store.reserved(at: now) where siteIndex[reservation.site] != nil {
            try restore(reservation, for: shoppers[reservation.visit], at: now, in: store)
        }
    }

    /// Takes up a site with what the store knows of it, its visits. It is not listened to yet.
    mutating func add(
        _ configuration: SiteConfiguration, storeRegions: Set<String>, from store: borrowing ConsumerStore,
        at now: Int64
    ) throws(StoreError) -> [StoreVisit] {
        let visits = try store.visits(at: configuration.name)
        var presence = SitePresence(configuration, decider.rules, storeRegions: storeRegions)
        presence.listens(false, at: now)
        for visit in visits { presence.restore(visit) }
        siteIndex[configuration.name] = sites.count
        sites.append(Site(configuration: configuration, presence: presence))
        return visits
    }

    /// What was reserved before a crash goes on by the channel that it was tried by, if a repeat is known there by its
    /// id; elsewhere it counts as sent.
    private mutating func restore(
        _ reservation: Reservation, for shopper: SendQueue.Shopper?, at now: Int64, in store: borrowing ConsumerStore
    ) throws(StoreError) {
        let tried = try store.channel(of: reservation.id)
        if let tried, !tried.isIdempotent { return try store.confirm(reservation.id) }
        let all = decider.directory.visitor(reservation.user)?.channels ?? []
        let rest = tried.map { channel in [channel] + all.drop { $0 != channel }.dropFirst() } ?? all
        guard !rest.isEmpty else { return try store.release(reservation.id) }
        queue.add(
            reservation, for: shopper, by: rest, at: now, isRestored: true, wasTried: tried != nil)
    }

    /// Into `sites`; `nil`: none of ours.
    func index(of site: String) -> Int? { siteIndex[site] }

    /// When `advance` or `publish` has something to do.
    var nextDeadline: Int64? {
        [workDeadline, queue.nextDeadline(isConnected: isConnected), mail?.nextDeadline].compactMap(\.self).min()
    }

    /// When `advance` has.
    var workDeadline: Int64? {
        let now: Int64? = answered.isEmpty || retryAt != nil ? nil : 0
        return (sites.map(\.presence.nextDeadline) + [retryAt, engine?.nextDeadline, now]).compactMap(\.self).min()
    }

    /// The broker is there, and what gateways say reaches us.
    mutating func connected(at now: Int64) {
        isConnected = true
        for index in sites.indices {
            sites[index].presence.listens(true, at: now)
            for visit in sites[index].presence.visits { outbox.note(.init(site: index, beacon: visit.beacon)) }
        }
    }

    mutating func disconnected(at now: Int64) {
        isConnected = false
        for index in sites.indices { sites[index].presence.listens(false, at: now) }
        queue.disconnected()
        outbox.disconnected()
    }

    /// Handles a batch in one transaction: after it the messages may be acknowledged.
    mutating func receive(
        _ messages: [ReceivedMessage], at now: Int64, in store: borrowing ConsumerStore
    ) throws(StoreError) -> [ConsumerOutput] {
        try work(at: now, in: store) { core, store throws(StoreError) in
            for message in messages { try core.take(message, at: now, in: store) }
            core.queue.lookAgain()
        }
    }

    /// Lets everything happen that is due.
    mutating func advance(to now: Int64, in store: borrowing ConsumerStore) throws(StoreError) -> [ConsumerOutput] {
        guard let workDeadline, workDeadline <= now else { return [] }
        return try work(at: now, in: store) { _, _ throws(StoreError) in }
    }

    /// One transaction: what the body does, what is due, and all that follows from both.
    mutating func work(
        at now: Int64, in store: borrowing ConsumerStore,
        _ body: (inout ConsumerCore, borrowing ConsumerStore) throws(StoreError) -> Void
    ) throws(StoreError) -> [ConsumerOutput] {
        for index in sites.indices { sites[index].presence.advance(to: now) }
        outputs = []
        giveUpQuestions(at: now)
        let before = outputs
        var taken: [([Opportunity], SiteChanges)] = []
        do {
            // More than once, where another consumer is in the way.
            try store.transaction { () throws(StoreError) in
                putBack(&taken)
                (outputs, reserved, asked) = (before, [], [])
                try body(&self, store)
                for answer in answered { try finish(answer, now, in: store) }
                taken = sites.indices.map { index in
                    (sites[index].presence.takeOpportunities(), sites[index].presence.takeChanges())
                }
                for (index, (opportunities, changes)) in taken.enumerated() {
                    for opportunity in opportunities {
                        try decide(opportunity, at: index, now, in: store)
                    }
                    try keep(changes, at: index, in: store)
                }
                try outbox.forgetAcknowledged(in: store)
            }
        } catch {
            putBack(&taken)
            retryAt = now + Self.pause
            throw error
        }
        retryAt = nil
        outbox.hasForgotten()
        answered = []
        for (reservation, shopper, channels) in reserved {
            queue.add(reservation, for: shopper, by: channels, at: now, hasBegun: channels.first == .mqtt)
        }
        for asked in asked { ask(asked, at: now) }
        for (index, (_, changes)) in taken.enumerated() { tell(changes, at: index) }
        return outputs
    }

    /// None of it was kept: it is decided and written again.
    private mutating func putBack(_ taken: inout [([Opportunity], SiteChanges)]) {
        for (index, (opportunities, changes)) in taken.enumerated() {
            sites[index].presence.putBack(opportunities, changes)
        }
        taken = []
    }

    // MARK: - The directory

    /// Goes on with another directory. Visits stay as they are, but for those of people who are gone from it, or who
    /// refuse from now on to be seen.
    mutating func use(_ decider: Decider, in store: borrowing ConsumerStore) throws(StoreError) {
        let before = self.decider.directory
        let gone = before.visitors.filter { decider.directory.visitor($0.id) == nil }
        let refusing = decider.directory.visitors.filter {
            $0.refusesPresence && before.visitor($0.id)?.refusesPresence == false
        }
        self.decider = decider
        optOuts = try optOuts(in: store)
        isDenyListDue = true
        for visitor in gone {
            queue.forget(visitor.id)
            engine?.forget(visitor.id)
            try lose(visitor, in: store)
            try store.removeRecords(of: visitor, privacy.keyring)
        }
        for visitor in refusing { try lose(visitor, in: store) }
    }

    private mutating func lose(_ visitor: Visitor, in store: borrowing ConsumerStore) throws(StoreError) {
        for name in visitor.beacons.flatMap(privacy.keyring.names) + [visitor.phone] { try lose(name, in: store) }
    }
}

extension Visitor {
    fileprivate var refusesPresence: Bool { consent(for: .presence) == .refused }
}
