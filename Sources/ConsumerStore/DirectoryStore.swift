public import Beacons
public import Engagement
import Hashing
import SQL

extension ConsumerStore {
    // MARK: - The directory

    /// Another number than before: the directory has changed.
    public func directoryVersion() throws(StoreError) -> Int64 {
        try database.first("SELECT number FROM directory_version") { row in row.integer(0) } ?? 0
    }

    /// All of it, of one moment.
    public func directory() throws(StoreError) -> StoredDirectory {
        while true {
            let version = try directoryVersion()
            var digests: [String: String] = [:]
            var files: [String: [UInt8]] = [:]
            let rows = try database.all("SELECT name, digest, content FROM directory_files") { row in
                (row.text(0) ?? "", row.text(1), row.text(2))
            }
            for (name, digest, content) in rows {
                digests[name] = digest
                if let content { files[name] = Array(content.utf8) }
            }
            let staff = try database.all("SELECT beacon FROM staff") { $0.text(0).flatMap { BeaconIdentity($0) } }
            let content = DirectoryContent(
                files: files, visitors: try visitors(), staff: Set(staff.compactMap(\.self)))
            let stored = StoredDirectory(
                version: version, content: content, digests: digests, tombstones: try tombstones())
            // Else it has changed between two of the statements.
            if try directoryVersion() == version { return stored }
        }
    }

    /// Imports files, whole or not at all; `nil` where there is nothing to.
    ///
    /// - Parameters:
    ///   - onlyNews: leaves out what was imported last as it is.
    ///   - again: also those who were erased come back.
    ///   - now: Unix milliseconds.
    /// - Throws: `DirectoryFiles.Failure` with every fault; an error of the store or of the audit log.
    public func take(
        _ files: DirectoryFiles, onlyNews: Bool = false, again: Bool = false, at now: Int64, _ audit: AuditLog
    ) throws -> DirectoryImport? {
        while true {
            let stored = try directory()
            let chosen = onlyNews ? stored.news(in: files.contents) : files.contents
            if chosen.isEmpty { return nil }
            let new: DirectoryImport
            do {
                new = try stored.importing(chosen, again: again)
            } catch {
                throw files.failure(error, of: chosen.keys)
            }
            // Else another program was faster, and what it brought is looked at first.
            guard try keep(new, over: stored) else { continue }
            try audit.note(AuditEvent.events(of: new, over: stored.content.visitors, aliases: aliases()), at: now)
            return new
        }
    }

    /// Keeps what was imported over `stored`, all or nothing; `false` where the directory has changed since.
    public func keep(_ new: DirectoryImport, over stored: StoredDirectory) throws(StoreError) -> Bool {
        var isKept = false
        try database.transaction { () throws(StoreError) in
            isKept = try claim(stored.version)
            guard isKept else { return }
            for (name, bytes) in new.files {
                let content = name == Directory.visitorsFile ? nil : String(decoding: bytes, as: UTF8.self)
                try database.run(
                    """
                    INSERT INTO directory_files (name, digest, content) VALUES (?, ?, ?)
                    ON CONFLICT (name) DO UPDATE SET digest = excluded.digest, content = excluded.content
                    """, .text(name), .text(StoredDirectory.digest(of: bytes)), .text(orNull: content))
            }
            // All first: a beacon may go from one to another.
            for visitor in new.visitors { try forgetDetails(of: visitor.id) }
            for visitor in new.visitors {
                try write(visitor)
                try database.run(
                    "DELETE FROM tombstones WHERE person = ?", .text(stored.tombstones.person(visitor.id)))
            }
            if let staff = new.staff {
                try database.run("DELETE FROM staff")
                for beacon in staff { try database.run("INSERT INTO staff (beacon) VALUES (?)", .text("\(beacon)")) }
            }
        }
        return isKept
    }

    /// The next version is this transaction's, unless another program had it first.
    private func claim(_ version: Int64) throws(StoreError) -> Bool {
        try database.first(
            "UPDATE directory_version SET number = number + 1 WHERE number = ? RETURNING number", .integer(version)
        ) { _ in true } ?? false
    }

    func directoryHasChanged() throws(StoreError) {
        try database.run("UPDATE directory_version SET number = number + 1")
    }

    // MARK: - Who is gone

    /// Whether a visitor of that id was erased, and not imported again since.
    public func isErased(_ user: String) throws(StoreError) -> Bool {
        try database.first("SELECT 1 FROM tombstones WHERE person = ?", .text(try person(user))) {
            _ in true
        } ?? false
    }

    func tombstones() throws(StoreError) -> Tombstones {
        let persons = try database.all("SELECT person FROM tombstones") { row in
            row.text(0) ?? ""
        }
        return Tombstones(key: try tombstoneKey(), persons: Set(persons))
    }

    func person(_ user: String) throws(StoreError) -> String {
        Tombstones(key: try tombstoneKey(), persons: []).person(user)
    }

    /// Made when it is first needed; of two programs that make it at once the first one's holds.
    private func tombstoneKey() throws(StoreError) -> String {
        if let key = try secret("tombstones") { return key }
        try database.run(
            "INSERT INTO secrets (name, content) VALUES ('tombstones', ?) ON CONFLICT DO NOTHING",
            .text(Base64.url.text(RandomBytes.make(32))))
        return try secret("tombstones") ?? ""
    }

    private func secret(_ name: String) throws(StoreError) -> String? {
        try database.first("SELECT content FROM secrets WHERE name = ?", .text(name)) { row in
            row.text(0) ?? ""
        }
    }

    // MARK: - Staff that nobody has listed

    /// A visitor's stay that only staff makes often. - Parameter now: Unix milliseconds.
    public func noteLongStay(_ visit: StoreVisit) throws(StoreError) {
        try database.run(
            """
            INSERT INTO long_stays (visit, beacon, at) VALUES (?, ?, ?)
            ON CONFLICT (visit) DO UPDATE SET at = excluded.at
            """, .text(visit.id), .text("\(visit.beacon)"), .integer(visit.lastPresent))
    }

    /// How many of them ended after `time` (Unix milliseconds).
    public func longStays(of beacon: BeaconIdentity, after time: Int64) throws(StoreError) -> Int {
        let count = try database.first(
            "SELECT count(*) FROM long_stays WHERE beacon = ? AND at > ?", .text("\(beacon)"), .integer(time)
        ) { row in row.integer(0) }
        return Int(clamping: count ?? 0)
    }
}
