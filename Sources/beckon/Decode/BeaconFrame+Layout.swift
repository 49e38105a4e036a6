import Beacons

extension BeaconFrame {
    /// What the bytes of a structure's payload are, in order.
    var layout: [(count: Int, meaning: String)] {
        let eddystone = (2, "service 0xfeaa: Eddystone")
        switch self {
        case .iBeacon(let frame):
            return [
                (2, "company 0x004c: Apple"), (1, "an iBeacon"), (1, "of 21 bytes"),
                (16, "UUID \(frame.uuid)"), (2, "major \(frame.major)"), (2, "minor \(frame.minor)"),
                (1, "measured power: \(frame.measuredPower) dBm at 1 m"),
            ]
        case .altBeacon(let frame):
            return [
                (2, "company 0x\(Hex.text(frame.code, bytes: 2))"), (2, "an AltBeacon"), (20, "id"),
                (1, "reference level: \(frame.measuredPower) dBm at 1 m"), (1, "the maker's own"),
            ]
        case .eddystoneUID(let frame):
            return [
                eddystone, (1, "UID"), (1, power(frame.txPower)), (10, "namespace"), (6, "instance"), (2, "reserved"),
            ]
        case .eddystoneURL(let frame):
            return [eddystone, (1, "URL"), (1, power(frame.txPower)), (1, "scheme"), (17, frame.url)]
        case .eddystoneTLM(let frame):
            return [
                eddystone, (1, "telemetry"), (1, "version 0, plain"),
                (2, frame.battery == 0 ? "no battery" : "battery: \(frame.battery) mV"),
                (2, frame.temperature.map { "temperature: \($0) °C" } ?? "temperature: not measured"),
                (4, "frames sent: \(frame.advertisements)"),
                (4, "power-on: \(Double(frame.uptime) / 10) s ago"),
            ]
        case .eddystoneETLM:
            return [
                eddystone, (1, "telemetry"), (1, "version 1, encrypted"), (12, "only its owner can read this"),
                (2, "salt"), (2, "check"),
            ]
        case .eddystoneEID(let frame):
            return [eddystone, (1, "ephemeral identifier"), (1, power(frame.txPower)), (8, "identifier, changing")]
        }
    }

    /// In one line: the identity, or what else it tells.
    var summary: String {
        switch self {
        case .iBeacon(let frame):
            frame.uuid.isZero ? "no beacon: the all-zero UUID means not assigned" : frame.identity.description
        case .altBeacon(let frame): frame.identity.description
        case .eddystoneUID(let frame): frame.identity.description
        case .eddystoneURL(let frame): "eddystone-url \(frame.url)"
        case .eddystoneTLM: "eddystone-tlm"
        case .eddystoneETLM: "eddystone-tlm, encrypted"
        case .eddystoneEID(let frame): "eddystone-eid \(Hex.text(frame.identifier, bytes: 8))"
        }
    }

    private func power(_ dBm: Int8) -> String { "power: \(dBm) dBm at 0 m" }
}
