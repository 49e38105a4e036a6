/// One timer for each pair: a wheel of coarse slots, and a heap for what falls into the present slot.
///
/// Sightings renew deadlines without telling: a timer may go off early, never late, and its owner then sets it again.
/// So a renewed sighting costs nothing here, and setting costs O(1) whatever the number of pairs. Instants are
/// microseconds.
struct Timers {
    /// No timer goes off before this instant; `never` when there are none. One that was cancelled may leave it early.
    private(set) var soonest = Timers.never

    private struct Timer {
        var at: Int64 = Timers.never
        /// The neighbours in the slot.
        var previous = Timers.none
        var next = Timers.none
        /// The slot, or `idle`, or `inHeap`.
        var slot = Timers.idle
    }

    private var timers: ContiguousArray<Timer> = []
    /// The first timer of each slot.
    private var slots = ContiguousArray(repeating: Timers.none, count: Timers.slotCount)
    /// One bit for each slot that holds timers.
    private var occupied = ContiguousArray(repeating: UInt64(0), count: Timers.slotCount / 64)
    /// Timers of the slots up to `turned`; those that were set anew are passed over.
    private var due = DueHeap()
    /// The turn, counting slots since instant 0, up to which the wheel has been emptied.
    private var turned: Int64
    private var inWheel = 0

    static let never = Int64.max
    private static let none = UInt32.max
    private static let idle: Int16 = -1
    private static let inHeap: Int16 = -2
    private static let slotCount = 1024
    /// 65.5 ms a slot, 67 s for all: they hold the usual exit times. What lies farther off goes round once more.
    private static let slotBits: Int64 = 16

    init(from start: Int64) { turned = start >> Timers.slotBits }

    /// Sets the timer of `index` to `instant`, whatever it was. `now` is the present.
    mutating func set(_ index: Int, to instant: Int64, now: Int64) {
        cancel(index)
        while timers.count <= index { timers.append(Timer()) }
        if inWheel == 0 { turned = max(turned, now >> Timers.slotBits) }
        timers[index].at = instant
        let turn = min(instant >> Timers.slotBits, turned + Int64(Timers.slotCount) - 1)
        if turn <= turned {
            timers[index].slot = Timers.inHeap
            due.push(.init(at: instant, index: index))
            soonest = min(soonest, instant)
        } else {
            link(index, into: Timers.slot(turn))
            soonest = min(soonest, turn << Timers.slotBits)
        }
    }

    /// Sets the timer of `index` to `instant` unless it goes off earlier anyway.
    mutating func bringForward(_ index: Int, to instant: Int64, now: Int64) {
        guard index >= timers.count || timers[index].slot == Timers.idle || timers[index].at > instant else { return }
        set(index, to: instant, now: now)
    }

    /// The timer of `index` will not go off.
    mutating func cancel(_ index: Int) {
        guard index < timers.count else { return }
        if timers[index].slot >= 0 { unlink(index) }
        timers[index].slot = Timers.idle
    }

    /// Takes out the first timer that goes off up to `limit`.
    mutating func popFirst(upTo limit: Int64) -> (index: Int, at: Int64)? {
        while soonest <= limit {
            if let first = due.first {
                if first.at <= limit, let due = due.popFirst(), isSet(due) {
                    timers[due.index].slot = Timers.idle
                    updateSoonest()
                    return (due.index, due.at)
                }
            } else if let turn = firstOccupied() {
                turned = turn
                empty(Timers.slot(turn))
            }
            updateSoonest()
        }
        return nil
    }

    /// Whether an element of the heap is a timer still.
    private func isSet(_ element: DueHeap.Element) -> Bool {
        timers[element.index].slot == Timers.inHeap && timers[element.index].at == element.at
    }

    /// Moves a slot's timers into the heap, or onwards.
    private mutating func empty(_ slot: Int) {
        while slots[slot] != Timers.none {
            let index = Int(slots[slot])
            set(index, to: timers[index].at, now: turned << Timers.slotBits)
        }
    }

    private mutating func updateSoonest() {
        soonest = due.first?.at ?? firstOccupied().map { $0 << Timers.slotBits } ?? Timers.never
    }

    /// The turn of the next slot that holds timers.
    private func firstOccupied() -> Int64? {
        guard inWheel > 0 else { return nil }
        let start = Timers.slot(turned + 1)
        var word = start / 64
        var bits = occupied[word] & UInt64.max << UInt64(start % 64)
        for _ in 0...occupied.count {
            if bits != 0 {
                let slot = word * 64 + bits.trailingZeroBitCount
                return turned + 1 + Int64((slot - start) & (Timers.slotCount - 1))
            }
            word = (word + 1) % occupied.count
            bits = occupied[word]
        }
        return nil
    }

    private mutating func link(_ index: Int, into slot: Int) {
        let first = slots[slot]
        timers[index].slot = Int16(slot)
        timers[index].previous = Timers.none
        timers[index].next = first
        if first != Timers.none { timers[Int(first)].previous = UInt32(index) }
        slots[slot] = UInt32(index)
        occupied[slot / 64] |= 1 << UInt64(slot % 64)
        inWheel += 1
    }

    private mutating func unlink(_ index: Int) {
        let (slot, previous, next) = (Int(timers[index].slot), timers[index].previous, timers[index].next)
        if next != Timers.none { timers[Int(next)].previous = previous }
        if previous != Timers.none { timers[Int(previous)].next = next } else { slots[slot] = next }
        if slots[slot] == Timers.none { occupied[slot / 64] &= ~(1 << UInt64(slot % 64)) }
        inWheel -= 1
    }

    private static func slot(_ turn: Int64) -> Int { Int(truncatingIfNeeded: turn) & (slotCount - 1) }
}
