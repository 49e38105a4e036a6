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
    /// A beacon, and which key made it a pseudonym; `nil` where it is none.
    func beacon(_ name: String) throws(PayloadError) -> (identity: BeaconIdentity, keyID: String?) {
        let fields = try object(name)
        guard let identity = try fields.identity else {
            throw fault(name, .expected("an identity of format \(try fields.string("format"))"))
        }
        return (identity, try fields.string(ifPresent: "key_id"))
    }

    /// Of the beacon that these fields describe.
    private var identity: BeaconIdentity? {
        get throws(PayloadError) {
            if has("pseudonym") {
                let pseudonym: BeaconIdentity = try parsed("pseudonym", as: "26 characters of base 32") {
                    BeaconIdentity($0).flatMap { $0.format == .pseudonym ? $0 : nil }
                }
                return pseudonym
            }
            switch try string("format") {
            case "ibeacon":
                let uuid = try scanned("uuid", as: "a UUID", BeaconUUID.init(utf8:))
                return .iBeacon(uuid: uuid, major: try integer("major"), minor: try integer("minor"))
            case "altbeacon":
                return BeaconIdentity("altbeacon:\(try string("code")):\(try string("id"))")
            case "eddystone-uid":
                return BeaconIdentity("eddystone-uid:\(try string("namespace")):\(try string("instance"))")
            case "address": return BeaconIdentity("address:\(try string("address"))")
            default: throw fault("format", .expected("one of ibeacon, altbeacon, eddystone-uid, address"))
            }
        }
    }
}
