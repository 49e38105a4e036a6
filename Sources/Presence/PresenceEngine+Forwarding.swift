/// Raw sightings of visits, for those who ask for them.
extension PresenceEngine {
    /// One more sighting of the pair; reports what has come together when the interval has passed.
    mutating func tally(_ pair: Int) {
        guard let forwarding, table.pairs[pair].phase != .arriving else { return }
        table.tallies[pair].add(table.pairs[pair].sample)
        if table.pairs[pair].lastSeen - table.tallies[pair].toldAt >= forwarding { tellSightings(pair) }
    }

    /// Tells what is left over of a visit that ends.
    mutating func finishTally(_ pair: Int) {
        if forwarding != nil, table.tallies[pair].count > 0 { tellSightings(pair) }
    }

    private mutating func tellSightings(_ pair: Int) {
        let region = table.pairs[pair].key.region
        outputs.append(
            .sightings(
                table.tallies[pair].take(
                    region: region, identity(pair), at: table.pairs[pair].lastSeen, offset: rules[region].offset)))
    }
}
