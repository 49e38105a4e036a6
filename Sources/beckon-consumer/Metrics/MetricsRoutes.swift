import Daemon
import Engagement
import HTTPServer
import Messages
import Metrics
import Settings
import Synchronization
import TimeZones

/// What the consumer answers to those who watch it.
struct MetricsRoutes: Sendable {
    let meters: ConsumerMeters
    /// As they are now.
    private let currentSettings: @Sendable () -> ConsumerSettings
    /// Unix milliseconds.
    private let start = SystemClock.wallMilliseconds()

    /// Milliseconds: telemetry comes each half minute.
    private static let oldestTelemetry: Int64 = 120_000
    /// Microseconds: a turn takes three seconds at most, and a database that does not answer 15.
    private static let longestTurn: Int64 = 30_000_000

    init(_ meters: ConsumerMeters, _ settings: @escaping @Sendable () -> ConsumerSettings) {
        self.meters = meters
        currentSettings = settings
    }

    func add(to routes: inout WebRoutes) {
        routes.on(.get, "/metrics") { _ in
            let page = page(at: SystemClock.wallMilliseconds())
            return .now(WebResponse(type: MetricsPage.mediaType, body: Array(page.text.utf8)))
        }
        routes.on(.get, "/healthz") { _ in
            Self.answer(stuck(at: SystemClock.monotonicMicroseconds()), otherwise: "alive")
        }
        routes.on(.get, "/readyz") { _ in
            Self.answer(missing(at: SystemClock.monotonicMicroseconds()), otherwise: "ready")
        }
    }

    private static func answer(_ faults: [String], otherwise text: String) -> WebAnswer {
        let lines = faults.isEmpty ? [text] : faults
        return .now(.text(lines.map { "\($0)\n" }.joined(), status: faults.isEmpty ? 200 : 503))
    }

    /// The threads that do not turn. - Parameter now: monotonic microseconds.
    func stuck(at now: Int64) -> [String] {
        meters.state.withLock { state in
            state.partitions.sorted { $0.key < $1.key }.compactMap { number, partition in
                let passed = now.subtractingReportingOverflow(partition.turnedAt).partialValue
                guard partition.turnedAt != .max, passed > Self.longestTurn else { return nil }
                return "partition \(number): no turn for \(passed / 1_000_000) s"
            }
        }
    }

    /// Why it does not do all that it is for. - Parameter now: monotonic microseconds.
    func missing(at now: Int64) -> [String] {
        let stuck = stuck(at: now)
        return meters.state.withLock { state in
            if state.partitions.isEmpty { return ["no partition is held: other consumers have them all"] }
            return stuck
                + state.partitions.sorted { $0.key < $1.key }.flatMap { number, partition in
                    let link = partition.isConnected ? nil : "partition \(number): no connection to the broker"
                    let store = partition.storeFault.map { "partition \(number): the store fails: \($0)" }
                    return [link, store].compactMap(\.self)
                }
        }
    }

    /// - Parameter now: Unix milliseconds.
    func page(at now: Int64) -> MetricsPage {
        let state = meters.state.withLock { $0 }
        var page = MetricsPage()
        page.addProcess(
            version: Version.text, processor: ProcessUsage.processorMicroseconds, memory: ProcessUsage.residentBytes,
            start: start)
        writeWork(state, to: &page)
        writeState(state, at: now, to: &page)
        let gateways = state.gateways.map { id, seen in
            let isYoung = now.subtractingReportingOverflow(seen.at).partialValue <= Self.oldestTelemetry
            return FleetMetrics.Gateway(id, state: seen.state, telemetry: isYoung ? seen.telemetry : nil)
        }
        FleetMetrics(gateways).write(to: &page)
        return page
    }

    private func writeWork(_ state: ConsumerMeters.State, to page: inout MetricsPage) {
        page.add("beckon_decisions_total", .counter, "Decisions, by site and why; sent: a notification.") { samples in
            for (key, count) in state.decisions.sorted(by: { "\($0.key)" < "\($1.key)" }) {
                samples.add(count, ["site": key.site, "reason": key.reason])
            }
        }
        page.add("beckon_decision_seconds", .histogram, "Time to decide, and to keep what was decided.") {
            $0.add(state.latency)
        }
        page.add("beckon_notifications_total", .counter, "Notifications, by channel and what came of them.") {
            samples in
            for (key, count) in state.notifications.sorted(by: { "\($0.key)" < "\($1.key)" }) {
                samples.add(count, ["channel": key.channel, "outcome": key.outcome])
            }
        }
        page.add("beckon_inbox_events_total", .counter, "Events of gateways.") { samples in
            samples.add(state.events[true] ?? 0, ["outcome": "new"])
            samples.add(state.events[false] ?? 0, ["outcome": "known"])
        }
        page.add("beckon_refused_events_total", .counter, "Events that begin nothing, by why.") { samples in
            for (reason, count) in state.refusals.sorted(by: { $0.key < $1.key }) {
                samples.add(count, ["reason": reason])
            }
        }
        page.add("beckon_dropped_messages_total", .counter, "Messages that count for nothing, by why.") { samples in
            for (reason, count) in state.dropped.sorted(by: { $0.key < $1.key }) {
                samples.add(count, ["reason": reason])
            }
        }
        page.counter(
            "beckon_store_errors_total", "Times that the store did not do what it was asked.", state.storeErrors)
    }

    private func writeState(_ state: ConsumerMeters.State, at now: Int64, to page: inout MetricsPage) {
        page.add("beckon_broker_connected", .gauge, "1: there is a connection to the broker.") { samples in
            for (number, partition) in state.partitions.sorted(by: { $0.key < $1.key }) {
                samples.add(partition.isConnected, ["partition": "\(number)"])
            }
        }
        page.add("beckon_recommender_up", .gauge, "0: the engine does not answer, and the embedded one decides.") {
            $0.add(state.partitions.values.allSatisfy(\.isEngineUp))
        }
        page.add("beckon_directory_entries", .gauge, "What the directory has.") { samples in
            // Every partition decides by the same one.
            for (name, count) in state.partitions.min(by: { $0.key < $1.key })?.value.directory ?? [] {
                samples.add(count, ["kind": name])
            }
        }
        let settings = currentSettings()
        page.gauge(
            "beckon_notification_rate_limit", "The most notifications of a site in an hour.", settings.rules.siteRate)
        page.add("beckon_site_paused", .gauge, "1: nobody at the site is told anything.") { samples in
            for partition in state.partitions.sorted(by: { $0.key < $1.key }).map(\.value) {
                for site in partition.sites { samples.add(partition.pauses[site] != nil, ["site": site]) }
            }
        }
        page.add("beckon_site_open", .gauge, "1: within the site's opening hours.") { samples in
            for site in settings.sites {
                guard let minute = LocalTime(unixMilliseconds: now, zone: site.timeZone)?.minuteOfDay else { continue }
                samples.add(site.open.contains(minute), ["site": site.name])
            }
        }
    }
}
