import SQL

/// The watermarks that the transaction under way has found, and moved since: each is written once.
final class Watermarks {
    struct ID: Hashable {
        let source: String
        let epoch: String
    }

    private struct Mark {
        var seq: Int64
        /// When it was moved, Unix milliseconds; `nil`: as the database has it.
        var movedAt: Int64?
    }

    private var marks: [ID: Mark] = [:]
    private var isInTransaction = false

    /// What was found holds no longer.
    func forget(isInTransaction: Bool) {
        marks.removeAll(keepingCapacity: true)
        self.isInTransaction = isInTransaction
    }

    /// The database has this one, and no number above it; its row is this transaction's.
    func found(_ id: ID, _ seq: Int64) {
        if isInTransaction { marks[id] = Mark(seq: seq) }
    }

    /// Moves a watermark that is known to the next number; `false`: it is not the next, or none is known.
    func move(_ id: ID, to seq: Int64, at now: Int64) -> Bool {
        guard let mark = marks[id], mark.seq == seq - 1 else { return false }
        marks[id] = Mark(seq: seq, movedAt: now)
        return true
    }

    /// Writes one, if it was moved, and forgets it: before a statement looks at its row.
    func write(_ id: ID, in database: any Database) throws(StoreError) {
        guard let mark = marks.removeValue(forKey: id), let movedAt = mark.movedAt else { return }
        try database.run(
            "UPDATE watermarks SET seq = ?, at = ? WHERE source = ? AND epoch = ?", .integer(mark.seq),
            .integer(movedAt), .text(id.source), .text(id.epoch))
    }

    /// Writes all that were moved, and forgets them: before the transaction ends.
    func write(in database: any Database) throws(StoreError) {
        for id in Array(marks.keys) { try write(id, in: database) }
    }
}
