public import Messages

extension Directory {
    /// Where a phone is that heard these beacons: at the nearest that is one of ours, and of equally near ones at the
    /// place that says most.
    public func place(of encounter: Encounter) -> Place? {
        let known = encounter.beacons.compactMap { beacon in
            place(for: beacon).map { (rank: (beacon.closeness, $0.precision), place: $0) }
        }
        return known.max { $0.rank < $1.rank }?.place
    }
}

extension Place {
    /// By how many numbers its beacons are told apart.
    fileprivate var precision: Int { (major == nil ? 0 : 1) + (minor == nil ? 0 : 1) }
}
