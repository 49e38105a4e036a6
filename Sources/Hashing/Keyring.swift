public import Beacons

/// The retailer's keys, as whoever knows shoppers by their beacons needs them.
public struct Keyring: Sendable {
    /// The first makes the pseudonyms of now; another is of before a change.
    public let keys: [PseudonymKey]
    /// Whether gateways call beacons by pseudonyms.
    public let isPseudonymous: Bool

    public init(_ keys: [(id: String, key: [UInt8])] = [], isPseudonymous: Bool = false) {
        self.keys = keys.map { PseudonymKey(id: $0.id, $0.key) }
        self.isPseudonymous = isPseudonymous
    }

    /// All that a beacon may be called: its identity, and the pseudonyms by each key.
    public func names(of beacon: BeaconIdentity) -> [BeaconIdentity] {
        beacon.format == .pseudonym ? [beacon] : [beacon] + keys.map { $0.pseudonym(of: beacon) }
    }

    /// What gateways may call it.
    public func told(of beacon: BeaconIdentity) -> [BeaconIdentity] {
        isPseudonymous && beacon.format != .pseudonym ? keys.map { $0.pseudonym(of: beacon) } : [beacon]
    }

    /// What stands for it in a list of whom to drop.
    public func denyHashes(of beacon: BeaconIdentity) -> [UInt64] { keys.map { $0.denyHash(of: beacon) } }
}
