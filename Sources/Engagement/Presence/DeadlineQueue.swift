/// Deadlines in order of time: a binary heap of (time, key). A key may stand in it more than once.
struct DeadlineQueue<Key> {
    private var heap: [(at: Int64, key: Key)] = []

    /// The earliest deadline.
    var next: Int64? { heap.first?.at }

    mutating func add(_ key: Key, at: Int64) {
        heap.append((at, key))
        var child = heap.count - 1
        while child > 0, heap[child].at < heap[(child - 1) / 2].at {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Takes the earliest, where it is due.
    mutating func popFirst(until now: Int64) -> (at: Int64, key: Key)? {
        guard let first = heap.first, first.at <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            let children = (2 * parent + 1)..<min(2 * parent + 3, max(heap.count, 2 * parent + 1))
            guard let least = children.min(by: { heap[$0].at < heap[$1].at }), heap[least].at < heap[parent].at else {
                return first
            }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
