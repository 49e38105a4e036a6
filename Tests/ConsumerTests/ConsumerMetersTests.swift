import Engagement
import Messages
import Metrics
import Settings
import Testing

@testable import beckon_consumer

@Suite("The consumer's metrics")
struct ConsumerMetersTests {
    private let gateway = GatewayID(site: "shop", gateway: "till")
    private let now: Int64 = 1_796_058_312_345

    private func telemetry() -> Telemetry {
        Telemetry(
            at: now, adapters: [], reportsPerSecond: 181.5, sightingsPerSecond: 12, outboxRows: 4,
            deadLetters: 2,
            eventsLost: 24, pairs: 7, evictions: 0, throttledEnters: 3, returns: 1, presentSeconds: 7200,
            rhythms: [], residentBytes: 9_437_184, cpu: 1.5, clockSynced: true)
    }

    private func status(_ state: Status.State) -> Status {
        Status(at: now, state: state, boot: "b", since: now, version: "1")
    }

    private func lines(_ meters: ConsumerMeters, at time: Int64) -> [Substring] {
        MetricsRoutes(meters, { ConsumerSettings() }).page(at: time).text.split(separator: "\n")
    }

    @Test("What happens is counted, and no person is in it")
    func counts() {
        let meters = ConsumerMeters()
        meters.partition(0) { $0.sites = ["shop"] }
        meters.note(
            [
                .sent(.ntfy(topic: "secret-topic"), .delivered), .sent(.ntfy(topic: "other"), .delivered),
                .dropped(topic: "beckon/v1/x/y/z", why: .unknownTopic), .event(isNew: true),
                .event(isNew: false),
                .withdrawn(id: "n", user: "alice", why: "alice is gone"), .engine(isReachable: false),
            ], on: 0, at: now)
        let lines = lines(meters, at: now)
        #expect(lines.contains("beckon_notifications_total{channel=\"ntfy\",outcome=\"delivered\"} 2"))
        #expect(lines.contains("beckon_dropped_messages_total{reason=\"unknown_topic\"} 1"))
        #expect(lines.contains("beckon_inbox_events_total{outcome=\"known\"} 1"))
        #expect(lines.contains("beckon_recommender_up 0"))
        #expect(
            !lines.contains { $0.contains("alice") || $0.contains("topic=") || $0.contains("secret") })
    }

    @Test("A gateway's numbers are shown for two minutes, its state until it is retired")
    func gateways() {
        let meters = ConsumerMeters()
        meters.note([.status(gateway, status(.online)), .telemetry(gateway, telemetry())], on: 0, at: now)
        let rows = "beckon_gateway_outbox_rows{site=\"shop\",gateway=\"till\"} 4.0"
        let online = "beckon_gateway_status{site=\"shop\",gateway=\"till\",state=\"online\"} 1"
        #expect(lines(meters, at: now + 120_000).contains { $0 == rows })
        #expect(!lines(meters, at: now + 120_001).contains { $0 == rows })
        #expect(lines(meters, at: now + 120_001).contains { $0 == online })
        meters.note([.status(gateway, nil)], on: 0, at: now)
        #expect(!lines(meters, at: now).contains { $0.contains("till") })
    }

    @Test("Of several partitions each metric is told once, and what belongs to one goes with it")
    func partitions() {
        let meters = ConsumerMeters()
        let other = GatewayID(site: "kiosk", gateway: "door")
        // Another consumer has paused the site of another partition, which is none of ours.
        meters.partition(0) { ($0.sites, $0.pauses, $0.isConnected) = (["shop"], ["far": "x"], true) }
        meters.partition(1) { ($0.sites, $0.pauses) = (["kiosk", "stall"], ["kiosk": "stocktaking"]) }
        meters.note(
            [.status(gateway, status(.online)), .telemetry(gateway, telemetry()), .event(isNew: true)], on: 0, at: now)
        meters.note(
            [
                .status(other, status(.degraded)), .telemetry(other, telemetry()), .event(isNew: true),
                .engine(isReachable: false),
            ], on: 1, at: now)
        meters.note([.engine(isReachable: true), .paused(site: "shop", reason: nil)], on: 0, at: now)
        let all = lines(meters, at: now)
        let names = all.filter { $0.hasPrefix("# TYPE ") }
        #expect(Set(names).count == names.count)
        let samples = all.filter { !$0.hasPrefix("#") }.map { $0.prefix { $0 != " " } }
        #expect(Set(samples).count == samples.count, "no sample twice")
        for line in [
            "beckon_broker_connected{partition=\"0\"} 1", "beckon_broker_connected{partition=\"1\"} 0",
            "beckon_recommender_up 0", "beckon_inbox_events_total{outcome=\"new\"} 2",
            "beckon_site_paused{site=\"shop\"} 0", "beckon_site_paused{site=\"kiosk\"} 1",
            "beckon_site_paused{site=\"stall\"} 0",
        ] { #expect(all.contains { $0 == line }, "\(line)") }
        #expect(!all.contains { $0.contains("far") })

        meters.leave(1)
        let left = lines(meters, at: now)
        #expect(!left.contains { $0.contains("kiosk") || $0.contains("stall") || $0.contains("partition=\"1\"") })
        #expect(left.contains { $0.contains("gateway=\"till\",state=\"online\"} 1") })
        #expect(left.contains("beckon_recommender_up 1"), "whom the engine did not answer has gone")
    }

    @Test("It is ready when every partition has its broker and its store, and alive while each turns")
    func readiness() {
        let meters = ConsumerMeters()
        let routes = MetricsRoutes(meters, { ConsumerSettings() })
        let second: Int64 = 1_000_000
        #expect(routes.missing(at: 0) == ["no partition is held: other consumers have them all"])
        meters.partition(3) { ($0.turnedAt, $0.isConnected) = (0, false) }
        #expect(routes.missing(at: second) == ["partition 3: no connection to the broker"])
        meters.partition(3) { $0.isConnected = true }
        #expect(routes.missing(at: second).isEmpty && routes.stuck(at: 30 * second).isEmpty)
        meters.storeFailed("disk full", on: 3)
        #expect(routes.missing(at: second) == ["partition 3: the store fails: disk full"])
        #expect(routes.stuck(at: 42 * second) == ["partition 3: no turn for 42 s"])
        meters.leave(3)
        #expect(routes.stuck(at: 42 * second).isEmpty)
    }

    @Test("A thread that does not beat between two looks is stuck, though the others do")
    func heartbeats() {
        let heartbeats = Heartbeats()
        #expect(heartbeats.look())
        heartbeats.beat("partition-0")
        heartbeats.beat("partition-1")
        #expect(heartbeats.look())
        heartbeats.beat("partition-0")
        #expect(!heartbeats.look())
        heartbeats.end("partition-1")
        heartbeats.beat("partition-0")
        #expect(heartbeats.look())
    }
}
