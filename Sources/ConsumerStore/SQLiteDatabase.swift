import Glibc
import SQL
import SQLite

/// The store in a file of its own, of one process on one machine.
final class SQLiteDatabase: Database {
    static let begin = "BEGIN IMMEDIATE"

    let place: String
    /// Where a damaged file of before was put.
    let damagedFile: String?
    private let connection: SQLiteConnection
    /// Statements since the log was last copied into the file.
    private var statements = 0
    /// That fill about the thousand pages (4 MB) at which SQLite would copy by itself, in the middle of a decision; after
    /// four times as many it does.
    private static let enough = 1500

    /// Opens or makes the file. A damaged one is set aside under a name of its own, and a new one made.
    ///
    /// - Parameters:
    ///   - now: Unix milliseconds.
    ///   - isShared: the file may be open already: it is not looked over, and stays where it is.
    init(path: String, now: Int64, isShared: Bool) throws(StoreError) {
        place = path
        do throws(SQLiteError) {
            damagedFile = isShared ? nil : try Self.setAside(path, now)
            connection = try SQLiteConnection(path: path)
            // What is erased is overwritten.
            try connection.execute("PRAGMA secure_delete=ON; PRAGMA wal_autocheckpoint=4000")
        } catch {
            throw StoreError(error, in: path)
        }
    }

    /// The new name of the file, if it is damaged.
    private static func setAside(_ path: String, _ now: Int64) throws(SQLiteError) -> String? {
        do throws(SQLiteError) {
            try SQLiteConnection(path: path).check()
            return nil
        } catch {
            guard error.isCorrupt else { throw error }
            let aside = "\(path).corrupt-\(now)"
            for suffix in ["", "-wal", "-shm"] { rename(path + suffix, aside + suffix) }
            return aside
        }
    }

    func migrate(_ steps: [String]) throws(StoreError) {
        do throws(SQLiteError) { try connection.migrate(steps) } catch { throw StoreError(error, in: place) }
    }

    /// Nobody else is here: the state folder's lock sees to it.
    func lease(_ partition: Int) -> Bool { true }

    /// A time at which nobody waits.
    func touch() throws(StoreError) {
        guard statements >= Self.enough else { return }
        statements = 0
        try execute("PRAGMA wal_checkpoint(PASSIVE)")
    }

    func scrub() throws(StoreError) { try execute("PRAGMA wal_checkpoint(TRUNCATE)") }

    func execute(_ sql: String) throws(StoreError) {
        do throws(SQLiteError) { try connection.execute(sql) } catch { throw StoreError(error, in: place) }
    }

    func each(_ sql: String, _ values: [SQLValue], _ body: (borrowing StoreRow) -> Void) throws(StoreError) -> Int {
        statements += 1
        do throws(SQLiteError) {
            try connection.each(sql, values) { row throws(SQLiteError) in body(.sqlite(copy row)) }
            return connection.changed
        } catch {
            throw StoreError(error, in: place)
        }
    }
}
