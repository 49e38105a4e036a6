import Beacons
import Foundation
import Testing

/// A line of a file in Vectors: advertising data and what it must give.
struct Vector: CustomTestStringConvertible, Sendable {
    let name: String
    let data: [UInt8]
    /// The expected objects as JSON text with sorted keys.
    let expected: [String]

    var testDescription: String { name }

    /// The lines of a file whose `expect` is an object or a list of them; `{"kind": "none"}` gives none.
    static func load(_ file: String) throws -> [Vector] {
        try lines(file).map { line in
            let expect = try #require(line["expect"])
            let objects = try (expect as? [[String: Any]]) ?? [try #require(expect as? [String: Any])]
            return Vector(
                name: try #require(line["name"] as? String),
                data: try bytes(line),
                expected: try objects.filter { $0["kind"] as? String != "none" }.map(text))
        }
    }

    static func lines(_ file: String) throws -> [[String: Any]] {
        let url = try #require(Bundle.module.url(forResource: "Vectors/\(file)", withExtension: "jsonl"))
        return try Data(contentsOf: url).split(separator: UInt8(ascii: "\n")).map { line in
            try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
        }
    }

    /// The advertising data of a line.
    static func bytes(_ line: [String: Any]) throws -> [UInt8] {
        let hex = try #require(line["adv_hex"] as? String)
        return try #require(Hex.bytes(hex))
    }

    static func text(_ object: [String: Any]) throws -> String {
        let data = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self)
    }
}

extension BeaconFrame {
    /// In the words of the vectors.
    var vector: [String: Any] {
        switch self {
        case .iBeacon(let frame):
            [
                "kind": "ibeacon", "uuid": Hex.text(frame.uuid.value, bytes: 16), "major": Int(frame.major),
                "minor": Int(frame.minor), "measured_power": Int(frame.measuredPower),
            ]
        case .altBeacon(let frame):
            [
                "kind": "altbeacon", "company": Int(frame.code),
                "beacon_id": frame.identity.altBeaconID, "ref_rssi": Int(frame.measuredPower),
                "mfg_reserved": Int(frame.reserved),
            ]
        case .eddystoneUID(let frame):
            [
                "kind": "eddystone-uid", "tx_power": Int(frame.txPower),
                "namespace": Hex.text(frame.namespace, bytes: 10), "instance": Hex.text(frame.instance, bytes: 6),
            ]
        case .eddystoneURL(let frame):
            ["kind": "eddystone-url", "tx_power": Int(frame.txPower), "url": frame.url]
        case .eddystoneTLM(let frame):
            [
                "kind": "eddystone-tlm", "battery_mv": Int(frame.battery),
                "temperature_c": frame.temperature ?? NSNull(), "adv_count": Int(frame.advertisements),
                "uptime_ds": Int(frame.uptime),
            ]
        case .eddystoneETLM(let frame):
            [
                "kind": "eddystone-etlm", "etlm": Hex.text(frame.encrypted, bytes: 12),
                "salt": Hex.text(frame.salt, bytes: 2), "mic": Hex.text(frame.mic, bytes: 2),
            ]
        case .eddystoneEID(let frame):
            [
                "kind": "eddystone-eid", "tx_power": Int(frame.txPower), "eid": Hex.text(frame.identifier, bytes: 8),
            ]
        }
    }

    /// What the hot path must make of it.
    var identified: IdentifiedBeacon? {
        switch self {
        case .iBeacon(let frame):
            frame.uuid.isZero
                ? nil : IdentifiedBeacon(identity: frame.identity, measuredPower: frame.measuredPower)
        case .altBeacon(let frame):
            IdentifiedBeacon(identity: frame.identity, measuredPower: frame.measuredPower)
        case .eddystoneUID(let frame):
            IdentifiedBeacon(identity: frame.identity, measuredPower: frame.measuredPower)
        case .eddystoneURL, .eddystoneTLM, .eddystoneETLM, .eddystoneEID: nil
        }
    }
}

/// The hot path's beacons, as a list.
func identities(_ data: [UInt8], _ counters: inout DecodeCounters) -> [IdentifiedBeacon] {
    var beacons: [IdentifiedBeacon] = []
    BeaconDecoder.identities(in: data.span, counters: &counters) { beacons.append($0) }
    return beacons
}

/// The frames, where a span may not stand: in `#expect`.
func frames(_ data: [UInt8]) -> [BeaconFrame] { BeaconFrame.frames(in: data.span) }
