/// The pairs, found by key.
///
/// Open addressing over slots that hold half of the hash beside the pair's index: a lookup touches one slot line and
/// one pair. Pairs keep their index for life. The hash is keyed, so that nobody in the air can choose collisions.
struct PairTable {
    /// Indices that hold no pair keep their last one's fields.
    private(set) var pairs: ContiguousArray<Pair> = []
    var histories: ContiguousArray<PairHistory> = []
    var rhythms: ContiguousArray<Rhythm> = []
    /// Empty where no region tells taps.
    var taps: ContiguousArray<Tap> = []
    /// Empty where no sightings are forwarded.
    var tallies: ContiguousArray<SightingTally> = []
    /// The instants of the last sightings that count towards confirmation: `confirmations` for each, newest first.
    private var confirming: ContiguousArray<Int64> = []
    private(set) var count = 0

    /// The upper half is the hash's lower half, the lower one the pair's index plus 1; 0 is free. Linear probing.
    private var slots: ContiguousArray<UInt64>
    private var free: ContiguousArray<UInt32> = []
    private let confirmations: Int
    private let tracksTaps: Bool
    private let keepsTallies: Bool
    private let capacity: Int
    let hash = PairHash()

    /// - Parameters:
    ///   - capacity: the most pairs that will be kept.
    ///   - confirmations: the most sightings that confirm an arrival.
    ///   - tracksTaps: whether some region tells taps.
    ///   - tallies: whether sightings are forwarded.
    init(capacity: Int, confirmations: Int, tracksTaps: Bool = false, tallies: Bool = false) {
        self.tracksTaps = tracksTaps
        keepsTallies = tallies
        self.capacity = capacity
        self.confirmations = confirmations
        slots = ContiguousArray(repeating: 0, count: 64)
    }

    /// Whether there is room for one more.
    var isFull: Bool { count >= capacity }

    /// The index of the pair with this key.
    func find(_ key: PairKey) -> Int? {
        let hash = hash(key)
        let mask = slots.count &- 1
        var place = Int(hash) & mask
        while true {
            let slot = slots[place]
            if slot == 0 { return nil }
            if UInt32(truncatingIfNeeded: slot &>> 32) == hash {
                let index = Int(truncatingIfNeeded: (slot & 0xFFFF_FFFF) &- 1)
                if pairs[index].key == key { return index }
            }
            place = (place &+ 1) & mask
        }
    }

    /// Adds a pair whose key is not in the table. There must be room.
    mutating func insert(_ pair: Pair) -> Int {
        if (count + 1) * 4 > slots.count * 3 { growSlots() }
        let index: Int
        if let reused = free.popLast() {
            index = Int(reused)
            pairs[index] = pair
            histories[index] = PairHistory()
            rhythms[index] = Rhythm()
            if tracksTaps { taps[index] = Tap() }
            if keepsTallies { tallies[index] = SightingTally() }
            for place in index * confirmations..<(index + 1) * confirmations { confirming[place] = PairTable.never }
        } else {
            index = pairs.count
            reserve()
            pairs.append(pair)
            histories.append(PairHistory())
            rhythms.append(Rhythm())
            if tracksTaps { taps.append(Tap()) }
            if keepsTallies { tallies.append(SightingTally()) }
            for _ in 0..<confirmations { confirming.append(PairTable.never) }
        }
        place(slot: UInt64(hash(pair.key)) << 32 | UInt64(index + 1))
        count += 1
        return index
    }

    /// Removes the pair at `index`, closing the gap in its chain.
    mutating func remove(_ index: Int) {
        let mask = slots.count - 1
        var gap = Int(hash(pairs[index].key)) & mask
        while slots[gap] & 0xFFFF_FFFF != UInt64(index + 1) { gap = (gap + 1) & mask }
        var next = (gap + 1) & mask
        while slots[next] != 0 {
            let home = Int(slots[next] >> 32) & mask
            if (next - home) & mask >= (next - gap) & mask {
                slots[gap] = slots[next]
                gap = next
            }
            next = (next + 1) & mask
        }
        slots[gap] = 0
        free.append(UInt32(index))
        count -= 1
    }

    /// Changes the pair at `index` in place.
    @inline(__always)
    mutating func update<Result>(_ index: Int, _ body: (inout Pair) -> Result) -> Result { body(&pairs[index]) }

    /// Notes that the last sighting of the arrival at `index` counts towards its confirmation. Returns the instant of
    /// the first of the last `wanted` that did; `never` if they were fewer.
    mutating func confirm(_ index: Int, wanted: Int) -> Int64 {
        let newest = index * confirmations
        // A copy may have raised a sighting that counted already.
        if histories[index].confirmedBy != pairs[index].sightings {
            histories[index].confirmedBy = pairs[index].sightings
            for place in (newest + 1..<newest + wanted).reversed() { confirming[place] = confirming[place - 1] }
            confirming[newest] = pairs[index].lastSeen
        }
        return confirming[newest + wanted - 1]
    }

    /// Before every instant of the engine, and far from the limits of `Int64`.
    static let never: Int64 = -1 << 62

    /// Doubles the storage by hand: never beyond `capacity`.
    private mutating func reserve() {
        guard pairs.count == pairs.capacity else { return }
        let wanted = min(max(64, pairs.count * 2), max(capacity, pairs.count + 1))
        pairs.reserveCapacity(wanted)
        histories.reserveCapacity(wanted)
        rhythms.reserveCapacity(wanted)
        if tracksTaps { taps.reserveCapacity(wanted) }
        if keepsTallies { tallies.reserveCapacity(wanted) }
        confirming.reserveCapacity(wanted * confirmations)
    }

    private mutating func growSlots() {
        let old = slots
        slots = ContiguousArray(repeating: 0, count: old.count * 2)
        for slot in old where slot != 0 { place(slot: slot) }
    }

    private mutating func place(slot: UInt64) {
        let mask = slots.count - 1
        var place = Int(slot >> 32) & mask
        while slots[place] != 0 { place = (place + 1) & mask }
        slots[place] = slot
    }
}
