import SQL

/// Who works on which partition. A lease is a lock that lives in the session of the one that holds it: everything that
/// a consumer writes goes through that session, so who has lost a lease has lost the way to write.
public struct PartitionTable: ~Copyable {
    /// A consumer's lease.
    public struct Lease: Hashable, Sendable {
        public let partition: Int
        /// As the consumer calls itself: its host and process.
        public let holder: String
        /// Unix milliseconds.
        public let since: Int64

        public init(partition: Int, holder: String, since: Int64) {
            self.partition = partition
            self.holder = holder
            self.since = since
        }
    }

    private let database: PostgreSQLDatabase

    /// - Parameters:
    ///   - url: `postgresql://USER@HOST[:PORT]/DATABASE[?…]`.
    ///   - holder: how the others see us.
    public init(url: String, password: String?, holder: String) throws(StoreError) {
        database = try PostgreSQLDatabase(url: url, password: password, holder: holder)
    }

    /// From now on, for as long as this value lives, we are one of the consumers that share the work.
    public func join() throws(StoreError) {
        try database.execute("SELECT pg_advisory_lock_shared(\(PostgreSQLDatabase.lockSpace), \(Lock.membership))")
    }

    /// Every lease that is held, and how many consumers share the work.
    public func look() throws(StoreError) -> (leases: [Lease], consumers: Int) {
        let rows = try database.all(
            """
            SELECT l.objid::BIGINT, replace(coalesce(a.application_name, '?'), '\(PostgreSQLDatabase.program) ', ''),
                (extract(epoch FROM a.backend_start) * 1000)::BIGINT
            FROM pg_locks AS l LEFT JOIN pg_stat_activity AS a ON a.pid = l.pid
            WHERE l.locktype = 'advisory' AND l.granted AND l.classid::BIGINT = ? AND l.objsubid = 2
                AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
            ORDER BY 1
            """, .integer(PostgreSQLDatabase.lockSpace)
        ) { Lease(partition: Int($0.integer(0)) - Lock.first, holder: $0.text(1) ?? "", since: $0.integer(2)) }
        let members = rows.count { $0.partition == Lock.membership - Lock.first }
        return (rows.filter { (0..<Lock.most).contains($0.partition) }, members)
    }
}

/// The second number of a lock.
enum Lock {
    static let migration = 0
    /// Of partition 0.
    static let first = 1
    static let most = 1_000_000
    /// Shared by all consumers.
    static let membership = first + most
}

extension ConsumerStore {
    /// Takes the lease of a partition for as long as this store is open. `false`: another consumer holds it.
    public func lease(_ partition: Int) throws(StoreError) -> Bool { try database.lease(partition) }

    /// Keeps the session and its leases alive; to be called every few seconds when nothing else is.
    public func touch() throws(StoreError) { try database.touch() }
}
