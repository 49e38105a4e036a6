import Messages
import Metrics
import Testing

@Suite("A fleet's metrics")
struct FleetMetricsTests {
    private func telemetry(_ adapters: [Telemetry.Adapter]) -> Telemetry {
        Telemetry(
            at: 1_796_058_312_345, adapters: adapters, reportsPerSecond: 181.5, sightingsPerSecond: 12, outboxRows: 4,
            deadLetters: 2, eventsLost: 24, pairs: 7, evictions: 0, throttledEnters: 3, returns: 1,
            presentSeconds: 7200, rhythms: [], residentBytes: 9_437_184, cpu: 1.5, clockSynced: true)
    }

    private func adapter(_ address: String, _ counters: [Telemetry.Counter] = []) -> Telemetry.Adapter {
        .init(address: address, family: "extended", mode: "passive", lastReport: 0.5, level: 0, counters: counters)
    }

    private func text(_ gateways: [FleetMetrics.Gateway]) -> String {
        var page = MetricsPage()
        FleetMetrics(gateways).write(to: &page)
        return page.text
    }

    @Test("Each gateway has its state, and its numbers while they are young")
    func gateways() {
        let text = text([
            .init(GatewayID(site: "shop", gateway: "b"), state: .lost, telemetry: nil),
            .init(GatewayID(site: "shop", gateway: "a"), state: .online, telemetry: telemetry([adapter("aa")])),
        ])
        #expect(text.contains("beckon_gateway_status{site=\"shop\",gateway=\"b\",state=\"lost\"} 1\n"))
        #expect(text.contains("beckon_gateway_status{site=\"shop\",gateway=\"b\",state=\"online\"} 0\n"))
        #expect(text.contains("beckon_gateway_outbox_rows{site=\"shop\",gateway=\"a\"} 4.0\n"))
        #expect(text.contains("beckon_gateway_cpu_ratio{site=\"shop\",gateway=\"a\"} 0.015\n"))
        #expect(!text.contains("beckon_gateway_outbox_rows{site=\"shop\",gateway=\"b\"}"))
    }

    @Test("What a stranger calls its counters makes no metric, and an adapter told twice is one")
    func hostile() {
        let evil = Telemetry.Counter("x{} 1\nbeckon_gateway_status", 9)
        let text = text([
            .init(
                GatewayID(site: "shop", gateway: "a"), state: nil,
                telemetry: telemetry([
                    adapter("aa\n\"} 5", [evil, .init("reports", 12)]), adapter("aa\n\"} 5", [.init("reports", 13)]),
                ]))
        ])
        #expect(!text.contains("x{}"))
        let reports = text.split(separator: "\n").filter { $0.hasPrefix("beckon_gateway_adapter_reports_total") }
        #expect(
            reports == [
                #"beckon_gateway_adapter_reports_total{site="shop",gateway="a",adapter="aa\n\"} 5"} 12.0"#
            ])
    }

    @Test("A gateway that tells of a thousand adapters is shown with eight")
    func bounded() {
        let many = (0..<1000).map { adapter("\($0)") }
        let text = text([.init(GatewayID(site: "shop", gateway: "a"), state: nil, telemetry: telemetry(many))])
        #expect(text.split(separator: "\n").count { $0.hasPrefix("beckon_gateway_adapter_info{") } == 8)
    }
}
