public import Messages

/// Gateways by what they said last of themselves. A gateway writes its own with this, and the consumer those of all: the
/// same names and labels, so that either can be scraped.
public struct FleetMetrics {
    public struct Gateway {
        public var id: GatewayID
        /// `nil`: not heard yet.
        public var state: Status.State?
        /// `nil`: none that is young enough to count.
        public var telemetry: Telemetry?

        public init(_ id: GatewayID, state: Status.State?, telemetry: Telemetry?) {
            self.id = id
            self.state = state
            self.telemetry = telemetry
        }
    }

    private let gateways: [Gateway]
    private let told: [(id: GatewayID, telemetry: Telemetry)]

    /// The most adapters shown of one gateway: it is a stranger's list.
    private static let mostAdapters = 8

    /// - Parameter gateways: no two of one id.
    public init(_ gateways: [Gateway]) {
        self.gateways = gateways.sorted { $0.id.description < $1.id.description }
        told = self.gateways.compactMap { gateway in gateway.telemetry.map { (gateway.id, $0) } }
    }

    public func write(to page: inout MetricsPage) {
        page.add("beckon_gateway_status", .gauge, "1 for the state that the gateway is in.") { samples in
            for gateway in gateways {
                guard let now = gateway.state else { continue }
                for state in Status.State.allCases {
                    samples.add(
                        state == now, ["site": gateway.id.site, "gateway": gateway.id.gateway, "state": state.rawValue])
                }
            }
        }
        writeNumbers(to: &page)
        writeAdapters(to: &page)
    }

    private func writeNumbers(to page: inout MetricsPage) {
        let timestamp = "beckon_gateway_telemetry_timestamp_seconds"
        each(timestamp, .gauge, "When the gateway last told its numbers, Unix time.", in: &page) {
            Double($0.at) / 1000
        }
        each("beckon_gateway_advertisements_per_second", .gauge, "Advertisements heard.", in: &page, \.reportsPerSecond)
        each("beckon_gateway_sightings_per_second", .gauge, "Beacons heard.", in: &page, \.sightingsPerSecond)
        each("beckon_gateway_outbox_rows", .gauge, "Events that wait for the broker.", in: &page) {
            Double($0.outboxRows)
        }
        each("beckon_gateway_dead_letters", .gauge, "Events that the broker will never take.", in: &page) {
            Double($0.deadLetters)
        }
        each("beckon_gateway_events_lost_total", .counter, "Events given up.", in: &page) { Double($0.eventsLost) }
        each("beckon_gateway_pairs", .gauge, "Beacons followed, each region of each.", in: &page) { Double($0.pairs) }
        each("beckon_gateway_evictions_total", .counter, "Beacons forgotten for lack of room.", in: &page) {
            Double($0.evictions)
        }
        let throttled = "beckon_gateway_throttled_enters_total"
        each(throttled, .counter, "Arrivals that had to wait for the limit.", in: &page) { Double($0.throttledEnters) }
        each("beckon_gateway_returns_total", .counter, "Exits that were false, most likely.", in: &page) {
            Double($0.returns)
        }
        each("beckon_gateway_present_seconds_total", .counter, "Time of all visits that ended.", in: &page) {
            Double($0.presentSeconds)
        }
        each("beckon_gateway_resident_memory_bytes", .gauge, "Memory of the gateway.", in: &page) {
            Double($0.residentBytes)
        }
        each("beckon_gateway_cpu_ratio", .gauge, "Of one core, as last told.", in: &page) { $0.cpu / 100 }
        each("beckon_gateway_clock_synced", .gauge, "1: the clock is set by a time server.", in: &page) {
            $0.clockSynced ? 1 : 0
        }
    }

    private func writeAdapters(to page: inout MetricsPage) {
        page.add("beckon_gateway_adapter_info", .gauge, "How the adapter is driven.") { samples in
            for (id, adapter) in adapters {
                samples.add(
                    1,
                    [
                        "site": id.site, "gateway": id.gateway, "adapter": Self.label(adapter.address),
                        "family": Self.label(adapter.family), "mode": Self.label(adapter.mode),
                    ])
            }
        }
        eachAdapter(
            "beckon_gateway_adapter_recovery_level", .gauge, "The step of recovery taken last; 0: all well.", in: &page
        ) {
            Double($0.level)
        }
        let silence = "beckon_gateway_adapter_last_report_seconds"
        eachAdapter(silence, .gauge, "Since the last advertisement.", in: &page, \.lastReport)
        for (name, help) in AdapterCounter.all {
            eachAdapter("beckon_gateway_adapter_\(name)_total", .counter, help, in: &page) { adapter in
                adapter.counters.first { $0.name == name }.map { Double($0.value) }
            }
        }
    }

    private func each(
        _ name: String, _ kind: MetricsPage.Kind, _ help: String, in page: inout MetricsPage,
        _ value: (Telemetry) -> Double
    ) {
        page.add(name, kind, help) { samples in
            for (id, telemetry) in told { samples.add(value(telemetry), ["site": id.site, "gateway": id.gateway]) }
        }
    }

    private func eachAdapter(
        _ name: String, _ kind: MetricsPage.Kind, _ help: String, in page: inout MetricsPage,
        _ value: (Telemetry.Adapter) -> Double?
    ) {
        page.add(name, kind, help) { samples in
            for (id, adapter) in adapters {
                guard let value = value(adapter) else { continue }
                samples.add(value, ["site": id.site, "gateway": id.gateway, "adapter": Self.label(adapter.address)])
            }
        }
    }

    /// Each once, for no two samples may have the same labels.
    private var adapters: [(id: GatewayID, adapter: Telemetry.Adapter)] {
        told.flatMap { id, telemetry in
            var known: Set<String> = []
            return telemetry.adapters.prefix(Self.mostAdapters).filter { known.insert(Self.label($0.address)).inserted }
                .map { (id, $0) }
        }
    }

    /// A stranger's word, short.
    private static func label(_ text: String) -> String { String(text.unicodeScalars.prefix(64).map(Character.init)) }
}
