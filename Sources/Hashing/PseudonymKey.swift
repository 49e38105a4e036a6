public import Beacons

/// The retailer's key, under which beacons have other names.
public struct PseudonymKey: Sendable {
    /// Bytes of the shortest key: as many as the hash has (RFC 2104, section 3).
    public static let shortest = SHA256.length

    /// Names the key in messages.
    public let id: String
    private let key: [UInt8]

    public init(id: String, _ key: [UInt8]) {
        self.id = id
        self.key = key
    }

    /// The first 130 bits of the hash of the identity's canonical form. A pseudonym stays what it is.
    public func pseudonym(of beacon: BeaconIdentity) -> BeaconIdentity {
        guard beacon.format != .pseudonym else { return beacon }
        let code = HMACSHA256.code(of: Array(beacon.description.utf8), key: key)
        let upper = code.prefix(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        return .pseudonym(upper: upper, lower: code[16] >> 6)
    }

    /// What stands for the beacon in a list of whom to drop: 64 bits of another hash, of `deny:` and the pseudonym. So
    /// the list tells nobody whose events were seen before, and whoever knows a pseudonym alone can be on it.
    public func denyHash(of beacon: BeaconIdentity) -> UInt64 {
        let code = HMACSHA256.code(of: Array("deny:\(pseudonym(of: beacon))".utf8), key: key)
        return code.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
}
