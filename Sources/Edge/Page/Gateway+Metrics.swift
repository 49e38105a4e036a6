import Beacons
import Daemon
import Messages
import Metrics
import Outbox
import Presence
import SQLite
import Settings

/// The gateway in numbers, for who scrapes the box itself: what its telemetry says, and what is of no use from afar.
extension Gateway {
    func metrics() throws(SQLiteError) -> MetricsPage {
        var page = MetricsPage()
        page.addProcess(
            version: Version.text, processor: ProcessUsage.processorMicroseconds, memory: ProcessUsage.residentBytes,
            start: identity.since)
        let telemetry = try telemetry()
        FleetMetrics([.init(identity.gateway, state: status(.online).state, telemetry: telemetry)]).write(to: &page)
        let site = identity.gateway.site
        let gateway = identity.gateway.gateway
        page.add("beckon_gateway_broker_connected", .gauge, "1: there is a connection to the broker.") {
            $0.add(publisher.isConnected, ["site": site, "gateway": gateway])
        }
        page.add("beckon_gateway_visits", .gauge, "Visits that are open.") {
            $0.add(pipeline.engine.visitCount, ["site": site, "gateway": gateway])
        }
        page.add("beckon_gateway_sightings_total", .counter, "Beacons heard, each time.") {
            $0.add(pipeline.sightings, ["site": site, "gateway": gateway])
        }
        page.add("beckon_gateway_events_total", .counter, "Events, by what happened.") { samples in
            for type in Topic.EventType.allCases {
                samples.add(
                    publisher.outbox.eventCounts[type] ?? 0,
                    ["site": site, "gateway": gateway, "type": type.rawValue])
            }
        }
        page.add("beckon_gateway_malformed_frames_total", .counter, "Beacon frames that are none, by why.") { samples in
            for reason in MalformedFrame.allCases {
                samples.add(
                    pipeline.decoded[reason], ["site": site, "gateway": gateway, "reason": reason.label])
            }
            let others = [("unassigned", pipeline.decoded.unassigned), ("overrun", pipeline.decoded.overruns)]
            for (reason, count) in others {
                samples.add(count, ["site": site, "gateway": gateway, "reason": reason])
            }
        }
        return page
    }

    func telemetry() throws(SQLiteError) -> Telemetry {
        meter.telemetry(
            at: now, adapters: Array(zip(source.adapters, source.kernelCounts)), pipeline: pipeline,
            regions: configuration.presence.regions.map(\.name), outbox: try publisher.outbox.counts())
    }
}

extension MalformedFrame {
    fileprivate var label: String {
        switch self {
        case .iBeaconLength: "ibeacon_length"
        case .altBeaconLength: "altbeacon_length"
        case .eddystoneLength: "eddystone_length"
        case .eddystoneType: "eddystone_type"
        case .eddystoneURL: "eddystone_url"
        }
    }
}
