public import Beacons
public import JSON
public import Presence

/// Beacons of the shop that a user's phone heard.
public struct Encounter: Hashable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        case enter, inside, exit
    }

    public struct Beacon: Hashable, Sendable {
        public var uuid: BeaconUUID
        /// The phone's system may not tell it.
        public var major: UInt16?
        public var minor: UInt16?
        /// dBm.
        public var rssi: Int8?
        public var proximity: Proximity?

        public init(uuid: BeaconUUID, major: UInt16?, minor: UInt16?, rssi: Int8?, proximity: Proximity?) {
            self.uuid = uuid
            self.major = major
            self.minor = minor
            self.rssi = rssi
            self.proximity = proximity
        }
    }

    /// Made by the phone; receivers drop repeats by it.
    public var id: String
    public var user: String
    /// Unix milliseconds, by the phone's clock.
    public var time: Int64
    public var kind: Kind
    public var beacons: [Beacon]

    public init(id: String, user: String, time: Int64, kind: Kind, beacons: [Beacon]) {
        self.id = id
        self.user = user
        self.time = time
        self.kind = kind
        self.beacons = beacons
    }

    public var topic: Topic { .encounter(user: user) }
    private var source: String { "phone/\(user)" }
}

extension Encounter: Payload {
    public func write(to json: inout JSONWriter) {
        let envelope = CloudEvent(id: id, source: source, type: "encounter", subject: user, time: time)
        envelope.write(to: &json) {
            $0.field("event", kind.rawValue)
            $0.name("beacons")
            $0.array {
                for beacon in beacons {
                    $0.object {
                        $0.field("uuid", beacon.uuid.description)
                        if let major = beacon.major { $0.field("major", major) }
                        if let minor = beacon.minor { $0.field("minor", minor) }
                        if let rssi = beacon.rssi { $0.field("rssi", rssi) }
                        if let proximity = beacon.proximity { $0.field("proximity", proximity.rawValue) }
                    }
                }
            }
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        let envelope = try CloudEvent(fields, type: "encounter")
        let user = try fields.parsed("subject", as: "a user") { Name.isValidUser($0) ? $0 : nil }
        try self.init(try fields.object("data"), id: envelope.id, user: user, time: envelope.time)
        try fields.require("source", toBe: source, asIn: "subject")
    }

    /// What a phone says over HTTP: the data alone, since who says it, and when, is known.
    public init(data bytes: [UInt8], id: String, user: String, time: Int64) throws(PayloadError) {
        try self.init(Fields(parsing: bytes), id: id, user: user, time: time)
    }

    private init(_ data: Fields, id: String, user: String, time: Int64) throws(PayloadError) {
        self.id = id
        self.user = user
        self.time = time
        kind = try data.word("event")
        beacons = []
        for beacon in try data.objects("beacons") {
            beacons.append(
                Beacon(
                    uuid: try beacon.scanned("uuid", as: "a UUID", BeaconUUID.init(utf8:)),
                    major: beacon.has("major") ? try beacon.integer("major") : nil,
                    minor: beacon.has("minor") ? try beacon.integer("minor") : nil,
                    rssi: beacon.has("rssi") ? try beacon.integer("rssi") : nil,
                    proximity: beacon.has("proximity") ? try beacon.word("proximity") : nil))
        }
    }
}
