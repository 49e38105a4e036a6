/// The rhythms of beacons whose visits have ended: who comes back, or was let go too soon, is known.
///
/// Direct-mapped: as many places as a busy hour has visits, 88 KiB; a later beacon takes the place of an earlier one.
struct RhythmMemory {
    private struct Memory {
        var key: PairKey
        var rhythm: Rhythm
        var lastSeen: Int64
        /// Microseconds of silence that ended the visit; 0 where something else did.
        var silence: Int64
    }

    /// Empty until there is something to know.
    private var memories: ContiguousArray<Memory?> = []
    private static let places = 1024

    mutating func keep(_ rhythm: Rhythm, of key: PairKey, place: Int, lastSeen: Int64, silence: Int64) {
        if memories.isEmpty { memories = ContiguousArray(repeating: nil, count: RhythmMemory.places) }
        memories[place & (RhythmMemory.places - 1)] = Memory(
            key: key, rhythm: rhythm, lastSeen: lastSeen, silence: silence)
    }

    mutating func erase(where isErased: (PairKey) -> Bool) {
        for place in memories.indices {
            if let memory = memories[place], isErased(memory.key) { memories[place] = nil }
        }
    }

    /// The rhythm of a beacon that comes at `instant`, and whether its exit was most likely false: it was silent for
    /// less than twice the time that ended its visit. Such a silence belongs to the rhythm.
    mutating func recall(_ key: PairKey, place: Int, at instant: Int64) -> (rhythm: Rhythm, wasThere: Bool)? {
        let place = place & (RhythmMemory.places - 1)
        guard !memories.isEmpty, var memory = memories[place], memory.key == key else { return nil }
        memories[place] = nil
        let gap = instant - memory.lastSeen
        let wasThere = gap < 2 * memory.silence
        if wasThere { memory.rhythm.add(gap) }
        return (memory.rhythm, wasThere)
    }
}
