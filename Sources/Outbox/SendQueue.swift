import Messages

/// Which committed row is to be sent next, and up to which all have been confirmed. Numbers and rows only, no disk.
struct SendQueue {
    /// Messages handed to the client at most: the hundred that it has in flight, and as many that it need not wait for when
    /// those are acknowledged (measured: a back-log drains 6 % faster). In flight themselves they would cost more than they
    /// bring: the client library walks a list for each acknowledgement, 99,000 messages a second at 100, 2,000 at 50,000.
    static let window = 200
    /// Rows kept in memory ahead of their sending; beyond it they are read from the disk again.
    static let ahead = 1000

    /// Rows after `cursor`, in order, up to `known`.
    private var ahead = FIFO<OutboxRow>()
    /// Rows up to `cursor` that are to be sent again, in order.
    private var again: [OutboxRow] = []
    private var flying: [Int64: OutboxRow] = [:]
    /// The last row that was taken from `ahead`.
    private(set) var cursor: Int64
    private var known: Int64
    /// The last row on the disk.
    private var end: Int64

    /// - Parameters:
    ///   - start: the number before the first row.
    ///   - end: the number of the last row on the disk; `start` where there is none.
    init(after start: Int64, to end: Int64) {
        cursor = start
        known = start
        self.end = max(start, end)
    }

    var inFlight: Int { flying.count }

    /// Every row up to here is confirmed.
    var watermark: Int64 {
        let first = min(flying.keys.min() ?? .max, again.first?.seq ?? .max)
        return first == .max ? cursor : first - 1
    }

    /// Rows are on the disk now.
    mutating func committed(_ rows: [OutboxRow]) {
        guard let last = rows.last else { return }
        if known == end, ahead.count < Self.ahead {
            for row in rows { ahead.append(row) }
            known = last.seq
        }
        end = max(end, last.seq)
    }

    /// The number after which rows must be read from the disk before the next can be sent.
    var missing: Int64? { again.isEmpty && ahead.isEmpty && known < end ? known : nil }

    /// The rows after `missing`; none: there are none after all.
    mutating func supply(_ rows: [OutboxRow]) {
        for row in rows { ahead.append(row) }
        known = rows.last?.seq ?? end
        if rows.isEmpty { cursor = max(cursor, end) }
    }

    var isEmpty: Bool { again.isEmpty && ahead.isEmpty && known >= end }

    /// The number of the row that would be sent next, where it is in memory.
    var upcoming: Int64? { again.first?.seq ?? ahead.first?.seq }

    /// Whether that is a note of lost events between whose numbers there are others: receivers take all up to its end
    /// for told.
    var upcomingSpansOthers: Bool {
        guard case .lost(let lost)? = (again.first ?? ahead.first)?.content else { return false }
        return lost.to >= lost.from && lost.to - lost.from >= lost.count
    }

    /// The next row, now in flight; `nil` where none is in memory.
    mutating func next() -> OutboxRow? {
        let row: OutboxRow
        if !again.isEmpty {
            row = again.removeFirst()
        } else if let first = ahead.popFirst() {
            row = first
            cursor = first.seq
        } else {
            return nil
        }
        flying[row.seq] = row
        return row
    }

    /// The broker has answered for the row; it is returned where it was in flight.
    @discardableResult
    mutating func finished(_ seq: Int64) -> OutboxRow? { flying.removeValue(forKey: seq) }

    /// The row is to be sent before all others.
    mutating func sendAgain(_ row: OutboxRow) {
        again.append(row)
        again.sort { $0.seq < $1.seq }
    }

    /// What is in flight is the next again.
    mutating func requeue() {
        again = (again + flying.values).sorted { $0.seq < $1.seq }
        flying.removeAll()
    }

    /// Everything after `seq` is the next again, read anew from the disk.
    mutating func rewind(to seq: Int64) {
        (cursor, known) = (seq, seq)
        again.removeAll()
        flying.removeAll()
        ahead = FIFO()
    }

    /// Whether the row waits for its first sending, or for the next one: nobody can have heard of it since.
    func isWaiting(_ seq: Int64) -> Bool { seq > cursor || again.contains { $0.seq == seq } }

    /// Rows on the disk have given way to others, or to none (`nil`).
    mutating func replace(_ rows: [Int64: OutboxRow?]) {
        again = again.compactMap { row in rows[row.seq] ?? .some(row) }
        for (seq, row) in rows where flying[seq] != nil { flying[seq] = row ?? flying[seq] }
        forgetAhead()
    }

    /// The disk no longer holds all the rows that are ahead.
    mutating func forgetAhead() {
        known = cursor
        ahead = FIFO()
    }
}
