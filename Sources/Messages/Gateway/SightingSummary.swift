public import Beacons
public import JSON

/// Forwarded sightings of one beacon since the last message.
public struct SightingSummary: Hashable, Sendable {
    /// Unix milliseconds: the last of them.
    public var at: Int64
    public var beacon: BeaconIdentity
    /// Names the key that made `beacon` a pseudonym; `nil`: it is none.
    public var keyID: String?
    public var count: UInt32
    /// dBm; `nil` where no sighting had a level.
    public var minimum: Double?
    public var maximum: Double?
    public var mean: Double?

    public init(
        at: Int64, beacon: BeaconIdentity, keyID: String? = nil, count: UInt32, minimum: Double?, maximum: Double?,
        mean: Double?
    ) {
        self.at = at
        self.beacon = beacon
        self.keyID = keyID
        self.count = count
        self.minimum = minimum
        self.maximum = maximum
        self.mean = mean
    }
}

extension SightingSummary: Payload {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.time("at", at)
            $0.field("beacon", beacon, keyID: keyID)
            $0.field("count", count)
            $0.field("rssi_min", minimum, decimals: 1)
            $0.field("rssi_max", maximum, decimals: 1)
            $0.field("rssi_mean", mean, decimals: 1)
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        at = try fields.time("at")
        (beacon, keyID) = try fields.beacon("beacon")
        count = try fields.integer("count")
        minimum = try fields.double(ifKnown: "rssi_min")
        maximum = try fields.double(ifKnown: "rssi_max")
        mean = try fields.double(ifKnown: "rssi_mean")
    }
}
