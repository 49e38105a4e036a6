import Beacons
import Daemon
import HCI
import Settings

/// What `emit` is asked to be, and how.
struct EmitOptions {
    let adapter: AdapterChoice
    let isManaged: Bool
    /// Units of 0.625 ms.
    let interval: UInt16
    /// dBm at 1 m.
    let measuredPower: Int8
    private let format: BeaconIdentity.Format
    private let given: BeaconIdentity?
    private let uuid: BeaconUUID?
    private let major: UInt16?
    private let minor: UInt16?

    init(_ arguments: Arguments) throws(UsageError) {
        adapter = try arguments.value("adapter", as: "auto, an address or hci0", AdapterChoice.init) ?? .auto
        isManaged = arguments.has("mgmt")
        measuredPower = try arguments.value("measured-power", as: "-128 to 127 dBm") { Int8($0) } ?? -59
        interval = try arguments.value("interval", as: "20ms to 10s", Self.units) ?? 160
        uuid = try arguments.value("uuid", as: "a UUID that is not all zero, which means not assigned") { text in
            BeaconUUID(text).flatMap { $0.isZero ? nil : $0 }
        }
        major = try arguments.value("major", as: "a number from 0 to 65535") { UInt16($0) }
        minor = try arguments.value("minor", as: "a number from 0 to 65535") { UInt16($0) }
        given = try arguments.value("identity", as: "ibeacon:…, altbeacon:… or eddystone-uid:…, assigned") { text in
            BeaconIdentity(text).flatMap { EmitIdentity.isSendable($0) ? $0 : nil }
        }
        switch (arguments.has("eddystone-uid"), arguments.has("altbeacon")) {
        case (true, true): throw .conflict("--eddystone-uid with --altbeacon: it can be one of them")
        case (true, false): format = .eddystoneUID
        case (false, true): format = .altBeacon
        case (false, false): format = given?.format ?? .iBeacon
        }
        if let given, given.format != format { throw .conflict("--identity is of another format") }
        if uuid != nil || major != nil || minor != nil, format != .iBeacon || given != nil {
            throw .conflict("--uuid, --major and --minor are an iBeacon's, and stand without --identity")
        }
    }

    /// What was given, and for the rest what is kept.
    func identity(keptIn store: EmitIdentity) throws -> BeaconIdentity {
        if let given { return given }
        if let uuid, let major, let minor { return .iBeacon(uuid: uuid, major: major, minor: minor) }
        let kept = try store.identity(format)
        guard format == .iBeacon else { return kept }
        return .iBeacon(uuid: uuid ?? kept.uuid, major: major ?? kept.major, minor: minor ?? kept.minor)
    }

    func advertisement(of identity: BeaconIdentity) -> Advertisement? {
        let frame: BeaconFrame? =
            switch identity.format {
            case .iBeacon:
                .iBeacon(
                    IBeacon(
                        uuid: identity.uuid, major: identity.major, minor: identity.minor,
                        measuredPower: measuredPower))
            case .altBeacon:
                .altBeacon(
                    AltBeacon(
                        code: identity.code, idUpper: identity.upper,
                        idLower: UInt32(truncatingIfNeeded: identity.lower), measuredPower: measuredPower))
            case .eddystoneUID:
                // Its power is told at 0 m, 41 dB above that at 1 m.
                .eddystoneUID(
                    EddystoneUID(
                        txPower: Int8(clamping: Int(measuredPower) + 41), namespace: identity.upper,
                        instance: identity.lower))
            case .address, .pseudonym: nil
            }
        return frame.flatMap { Advertisement(data: $0.advertisingData, interval: interval) }
    }

    private static func units(_ text: String) -> UInt16? {
        guard let duration = Duration(text: text) else { return nil }
        let units = duration / .microseconds(625)
        guard let whole = UInt16(exactly: units.rounded()), Advertisement.intervals.contains(whole) else { return nil }
        return whole
    }
}
