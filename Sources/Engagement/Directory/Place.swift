public import Beacons

/// What a beacon that stays where it is stands for: a chain's city, one of its shops, a shelf in it.
public struct Place: Hashable, Sendable {
    public let uuid: BeaconUUID
    /// `nil`: any.
    public let major: UInt16?
    /// `nil`: any, and always so where the major is.
    public let minor: UInt16?
    /// `nil`: the shop is not known, only the labels are.
    public let site: String?
    /// `nil`: the whole shop.
    public let zone: String?
    /// How long a phone must have met it before that counts as dwell, milliseconds.
    public let minimumDwell: Int64
    /// What the retailer calls it, `city:helsinki`; none twice.
    public let labels: [String]

    public init(
        uuid: BeaconUUID, major: UInt16? = nil, minor: UInt16? = nil, site: String? = nil, zone: String? = nil,
        minimumDwell: Int64 = 0, labels: [String] = []
    ) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.site = site
        self.zone = zone
        self.minimumDwell = minimumDwell
        self.labels = labels
    }

    /// What a place is known by.
    struct Key: Hashable {
        let uuid: BeaconUUID
        let major: UInt16?
        let minor: UInt16?
    }

    var key: Key { Key(uuid: uuid, major: major, minor: minor) }
}
