import BlueZ
import Daemon
import HCI
import Messages
import Outbox
import Presence

/// The gateway in numbers, every half minute.
struct Meter {
    static let period: Duration = .seconds(30)

    /// With which the present half minute began.
    private var last: (at: Instant, reports: UInt64, sightings: UInt64, cpu: Int64)

    init(at now: Instant) { last = (now, 0, 0, ProcessUsage.processorMicroseconds) }

    /// The next half minute begins.
    mutating func begin(after telemetry: Telemetry, _ sightings: UInt64, at now: Instant) {
        let reports = telemetry.adapters.flatMap(\.counters).filter { $0.name == "reports" }
        last = (now, reports.reduce(0) { $0 &+ $1.value }, sightings, ProcessUsage.processorMicroseconds)
    }

    var deadline: Instant? { last.at + Self.period }

    /// - Parameters:
    ///   - regions: their names.
    func telemetry(
        at now: Instant, adapters: [(AdapterState, KernelCounts)], pipeline: borrowing Pipeline, regions: [String],
        outbox: Outbox.Counts
    ) -> Telemetry {
        let received = adapters.map { adapter, _ in
            adapter.index.map { pipeline.received(from: $0) } ?? ReportCounters()
        }
        let reports = received.reduce(0) { $0 + $1.reports }
        let sightings = pipeline.sightings
        let cpu = ProcessUsage.processorMicroseconds
        let elapsed = max((now - last.at).seconds, 0.001)
        return Telemetry(
            at: SystemClock.wallMilliseconds(),
            adapters: zip(adapters, received).map { Telemetry.Adapter($0.0, $0.1, $1, at: now) },
            // An adapter that was replaced begins to count anew.
            reportsPerSecond: Double(reports >= last.reports ? reports - last.reports : reports) / elapsed,
            sightingsPerSecond: Double(sightings - last.sightings) / elapsed,
            outboxRows: outbox.waiting, deadLetters: outbox.dead, eventsLost: outbox.lost,
            pairs: UInt64(pipeline.pairs),
            evictions: pipeline.presence.evictedArrivals + pipeline.presence.evictedVisits,
            throttledEnters: pipeline.presence.throttledEnters, returns: pipeline.presence.returns,
            presentSeconds: pipeline.presence.presentSeconds,
            rhythms: pipeline.engine.rhythms.map { Telemetry.Rhythm($0, regions) },
            residentBytes: ProcessUsage.residentBytes, cpu: Double(cpu - last.cpu) / elapsed / 10_000,
            clockSynced: SystemClock.isSynced)
    }
}

extension Telemetry.Rhythm {
    fileprivate init(_ rhythm: RegionRhythm, _ regions: [String]) {
        self.init(
            region: regions.indices.contains(rhythm.region) ? regions[rhythm.region] : "unknown",
            visits: rhythm.visits, interval: rhythm.interval.milliseconds, exitAfter: rhythm.exitAfter.milliseconds)
    }
}

extension Telemetry.Adapter {
    fileprivate init(
        _ adapter: AdapterState, _ kernel: KernelCounts, _ received: ReportCounters, at now: Instant
    ) {
        let history = adapter.history
        self.init(
            address: adapter.address, family: adapter.family.map { "\($0)" } ?? "none", mode: adapter.mode,
            lastReport: adapter.lastReport.map { (now - $0).seconds }, level: adapter.level,
            counters: [
                ("reports", received.reports), ("events", received.events), ("connectable", received.connectable),
                ("scannable", received.scannable), ("non_connectable", received.nonConnectable),
                ("scan_responses", received.scanResponses), ("extended", received.extended),
                ("directed", received.directed), ("empty", received.empty), ("malformed", received.malformed),
                ("truncated", received.truncated), ("rssi_unavailable", received.rssiUnavailable),
                ("socket_drops", kernel.dropped), ("evt_rx", kernel.events),
                ("foreign_disable", history.scans.foreignDisable), ("foreign_enable", history.scans.foreignEnable),
                ("takeovers", history.scans.takeovers), ("kicks", history.scans.kicks),
                ("restarts", history.scans.restarts), ("hw_errors", history.hardwareErrors),
                ("cmd_timeouts", history.commandTimeouts), ("power_ups", history.powerUps),
                ("power_cycles", history.powerCycles), ("device_resets", history.deviceResets),
                ("rfkill", history.blocks), ("unplugs", history.unplugs),
            ].map { Telemetry.Counter($0.0, $0.1) })
    }
}

extension Duration {
    /// Never negative: what a broker takes for an age.
    var seconds: Double { max(Double(microseconds) / 1_000_000, 0) }
}
