public import Beacons

extension Visitor {
    /// What stands for the visitor's own phone where they carry nothing else. No beacon sends it, and it tells nothing:
    /// it is a hash of the random id.
    public var phone: BeaconIdentity {
        let (upper, lower) = (StableHash.fnv1a("phone \(id)".utf8), StableHash.fnv1a("\(id) phone".utf8))
        return .iBeacon(uuid: BeaconUUID(UInt128(upper) << 64 | UInt128(lower)), major: 0, minor: 0)
    }

    /// What they are present as when their phone hears a place: so that phone and tag make one visit.
    public var identity: BeaconIdentity { beacons.first ?? phone }
}
