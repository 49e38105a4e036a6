import Daemon
import Settings

/// The command line of the gateway.
let command = Command(
    name: "beckon-gateway", version: Version.text,
    summary: """
        Hears beacons and tells an MQTT broker who comes, stays and leaves.

        It runs without a broker (it connects when one comes) and without a Bluetooth adapter (its status says
        degraded, and why). To scan it needs CAP_NET_RAW, and CAP_NET_ADMIN to power the adapter up.
        """,
    options: [
        .init("config", value: "FILE", "the configuration; default \(Configuration.installed)"),
        .init("source", value: "SOURCE", "\(GatewaySource.expected); overrides gateway.source"),
        .init("gateway-id", value: "ID", "the gateway's name in topics; overrides gateway.id"),
        .init("start-at", value: "TIME", "when the first packet of a replay is heard, as 2026-11-30T17:05:00Z"),
        .init("state", value: "DIR", "where its state lies; default $STATE_DIRECTORY, else ~/.local/state/beckon"),
    ],
    example: """
        beckon-gateway --config config.yaml --source simulated --gateway-id demo-gateway
        """)
