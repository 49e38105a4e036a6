import Beacons
import JSON

/// What an advertisement says, as one line of JSON.
enum DecodedJSON {
    static let failure = "{\"error\":\"not hexadecimal\"}\n"

    static func line(_ data: [UInt8]) -> String {
        let device = AdvertisedDevice(data.span)
        let frames = BeaconFrame.frames(in: data.span)
        var json = JSONWriter()
        json.object {
            $0.field("flags", device.flags)
            $0.field("tx_power", device.txPower.map { .integer(Int64($0)) } ?? .null)
            $0.field("name", device.name.map { .string($0) } ?? .null)
            $0.field("uuids") { $0.array { list in device.services.forEach { list.string($0.description) } } }
            $0.field("malformed", device.isMalformed)
            $0.field("beacons") { $0.array { list in frames.forEach { $0.write(to: &list) } } }
        }
        return String(decoding: json.bytes, as: UTF8.self) + "\n"
    }
}

extension BeaconFrame {
    fileprivate func write(to json: inout JSONWriter) {
        json.object {
            switch self {
            case .iBeacon(let frame):
                $0.field("kind", "ibeacon")
                $0.field("uuid", Hex.text(frame.uuid.value, bytes: 16))
                $0.field("major", frame.major)
                $0.field("minor", frame.minor)
                $0.field("measured_power", frame.measuredPower)
            case .altBeacon(let frame):
                $0.field("kind", "altbeacon")
                $0.field("company", frame.code)
                $0.field("beacon_id", frame.identity.altBeaconID)
                $0.field("ref_rssi", frame.measuredPower)
                $0.field("mfg_reserved", frame.reserved)
            case .eddystoneUID(let frame):
                $0.field("kind", "eddystone-uid")
                $0.field("tx_power", frame.txPower)
                $0.field("namespace", Hex.text(frame.namespace, bytes: 10))
                $0.field("instance", Hex.text(frame.instance, bytes: 6))
            case .eddystoneURL(let frame):
                $0.field("kind", "eddystone-url")
                $0.field("tx_power", frame.txPower)
                $0.field("url", frame.url)
            case .eddystoneTLM(let frame):
                $0.field("kind", "eddystone-tlm")
                $0.field("battery_mv", frame.battery)
                $0.field("temperature_c", frame.temperature.map { .number($0) } ?? .null)
                $0.field("adv_count", frame.advertisements)
                $0.field("uptime_ds", frame.uptime)
            case .eddystoneETLM(let frame):
                $0.field("kind", "eddystone-etlm")
                $0.field("etlm", Hex.text(frame.encrypted, bytes: 12))
                $0.field("salt", Hex.text(frame.salt, bytes: 2))
                $0.field("mic", Hex.text(frame.mic, bytes: 2))
            case .eddystoneEID(let frame):
                $0.field("kind", "eddystone-eid")
                $0.field("tx_power", frame.txPower)
                $0.field("eid", Hex.text(frame.identifier, bytes: 8))
            }
        }
    }
}
