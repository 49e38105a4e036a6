/// What a pair keeps beside its hot fields: touched when it comes, goes, falls below its floor, or has a dwell to tell.
struct PairHistory {
    /// Microseconds; the visit's first sighting.
    var firstSeen: Int64 = 0
    /// Microseconds; since when a fading pair's level has been below the region's exit floor.
    var belowSince: Int64 = 0
    /// Microseconds; since when the level has been asking for another proximity.
    var proximitySince: Int64 = 0
    /// Microseconds; when the state of the visit is to be told again.
    var refreshAt: Int64 = 0
    /// The number of the visit, from 1.
    var visit: UInt64 = 0
    /// Events of the visit told so far.
    var events: UInt32 = 0
    /// The number of the last sighting of an arrival that counts towards its confirmation.
    var confirmedBy: UInt32 = 0
    /// The neighbours in the pair's list: arrivals, or the visits of its region.
    var previous = PairList.none
    var next = PairList.none
}

/// Pairs in the order in which they joined. The links lie in `PairHistory`.
struct PairList {
    var first = PairList.none
    var last = PairList.none

    static let none = UInt32.max

    mutating func append(_ pair: Int, in table: inout PairTable) {
        let pair = UInt32(pair)
        table.histories[Int(pair)].previous = last
        table.histories[Int(pair)].next = PairList.none
        if last == PairList.none { first = pair } else { table.histories[Int(last)].next = pair }
        last = pair
    }

    mutating func remove(_ pair: Int, in table: inout PairTable) {
        let (previous, next) = (table.histories[pair].previous, table.histories[pair].next)
        if previous == PairList.none { first = next } else { table.histories[Int(previous)].next = next }
        if next == PairList.none { last = previous } else { table.histories[Int(next)].previous = previous }
    }
}
