import BlueZ
import Beacons
import Daemon
import HCI
import Settings

extension Subcommand {
    static let emit = Subcommand(
        command: Command(
            name: "beckon emit",
            summary: """
                Is a beacon.

                An iBeacon unless told otherwise. Who it is was made at random in the first run and is kept, or is
                given. It waits for the adapter, begins again after a power cycle or when somebody else has taken the
                beacon out of the air, and ends cleanly with Ctrl-C. With --mgmt the kernel sends it, so that it can
                be shared with bluetoothd; the address then changes each time. Needs CAP_NET_RAW and, with --mgmt or
                to power the adapter up, CAP_NET_ADMIN.
                """,
            options: [
                .init("uuid", value: "UUID", "of the iBeacon"),
                .init("major", value: "N", "of the iBeacon, 0 to 65535"),
                .init("minor", value: "N", "of the iBeacon, 0 to 65535"),
                .init("eddystone-uid", "an Eddystone-UID instead"),
                .init("altbeacon", "an AltBeacon instead"),
                .init("identity", value: "ID", "all of it: eddystone-uid:NAMESPACE:INSTANCE, altbeacon:CODE:ID, …"),
                .init("measured-power", value: "DBM", "the level at 1 m that it tells; default -59"),
                .init("interval", value: "DURATION", "from 20ms to 10s; default 100ms"),
                .init("adapter", value: "ADAPTER", "auto, an address or hci0"),
                .init("mgmt", "through the kernel's management interface"),
                .init("state", value: "DIR", "where it keeps who it is"),
            ],
            exitCodes: [.ok, .failure, .usage],
            example: """
                beckon emit
                beckon emit --uuid 41c08dfd-b719-4ccb-9d3b-5aa7c3860f89 --major 1 --minor 2 --interval 250ms
                beckon emit --eddystone-uid --mgmt
                """),
        run: { arguments in
            let options = try EmitOptions(arguments)
            let state = try StateDirectory(
                path: StateDirectory.path(option: arguments["state"], name: "beckon-emit"))
            let identity = try options.identity(keptIn: EmitIdentity(folder: state.path))
            let signals = try Signals()
            let emitter = Emitter(options, identity: identity, log: Log())
            if options.isManaged {
                try emitter.run(signals) { adapter, _ throws(ScannerError) in try ManagedAdvertiser(adapter) }
            } else {
                try emitter.run(signals) { adapter, isFirst throws(ScannerError) in
                    try DirectAdvertiser(adapter, powersUp: isFirst)
                }
            }
            _ = consume state
        })
}
