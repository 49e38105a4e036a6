public import Beacons

/// Keyed hashes in the place of identities: whoever lacks the key cannot tell whose they are.
public struct Pseudonyms {
    /// Names the key.
    public let keyID: String
    /// Makes the pseudonym of an identity.
    public let of: (BeaconIdentity) -> BeaconIdentity

    public init(keyID: String, of: @escaping (BeaconIdentity) -> BeaconIdentity) {
        self.keyID = keyID
        self.of = of
    }
}
