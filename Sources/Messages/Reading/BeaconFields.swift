import Beacons
import JSON
import Presence

extension JSONWriter {
    /// A beacon's identity, field by field.
    ///
    /// - Parameter keyID: names the key that made it a pseudonym.
    mutating func field(_ name: String, _ beacon: BeaconIdentity, keyID: String?) {
        self.name(name)
        object {
            switch beacon.format {
            case .iBeacon:
                $0.field("format", "ibeacon")
                $0.field("uuid", beacon.uuid.description)
                $0.field("major", beacon.major)
                $0.field("minor", beacon.minor)
            case .altBeacon:
                $0.field("format", "altbeacon")
                $0.field("code", Hex.text(beacon.code, bytes: 2))
                $0.field("id", beacon.altBeaconID)
            case .eddystoneUID:
                $0.field("format", "eddystone-uid")
                $0.field("namespace", Hex.text(beacon.upper, bytes: 10))
                $0.field("instance", Hex.text(beacon.lower, bytes: 6))
            case .address:
                $0.field("format", "address")
                $0.field("address", BluetoothAddress(beacon.lower).description)
            case .pseudonym:
                $0.field("pseudonym", beacon.description)
                if let keyID { $0.field("key_id", keyID) }
            }
        }
    }

    /// Level to 0.1 dB and distance to 1 cm: finer than either is known.
    mutating func reading(level: Double?, distance: Double?, proximity: Proximity) {
        field("rssi", level, decimals: 1)
        field("distance_m", distance, decimals: 2)
        field("proximity", proximity.rawValue)
    }
}

extension Fields {
    func beacon(_ name: String) throws(PayloadError) -> BeaconIdentity {
        let beacon = try object(name)
        if beacon.has("pseudonym") {
            return try beacon.parsed("pseudonym", as: "26 characters of base 32") {
                BeaconIdentity($0).flatMap { $0.format == .pseudonym ? $0 : nil }
            }
        }
        let format = try beacon.string("format")
        let identity: BeaconIdentity?
        switch format {
        case "ibeacon":
            let uuid = try beacon.parsed("uuid", as: "a UUID", BeaconUUID.init)
            return .iBeacon(uuid: uuid, major: try beacon.integer("major"), minor: try beacon.integer("minor"))
        case "altbeacon":
            identity = BeaconIdentity("altbeacon:\(try beacon.string("code")):\(try beacon.string("id"))")
        case "eddystone-uid":
            identity = BeaconIdentity(
                "eddystone-uid:\(try beacon.string("namespace")):\(try beacon.string("instance"))")
        case "address":
            identity = BeaconIdentity("address:\(try beacon.string("address"))")
        default: throw beacon.fault("format", .expected("one of ibeacon, altbeacon, eddystone-uid, address"))
        }
        guard let identity else { throw fault(name, .expected("an identity of format \(format)")) }
        return identity
    }

    /// Which key made the beacon's pseudonym; `nil` where it has none.
    func keyID(_ name: String) throws(PayloadError) -> String? { try object(name).string(ifPresent: "key_id") }

    /// Unknown levels and distances are null.
    func double(ifKnown name: String) throws(PayloadError) -> Double? { has(name) ? try double(name) : nil }

    func string(ifPresent name: String) throws(PayloadError) -> String? { has(name) ? try string(name) : nil }
}
