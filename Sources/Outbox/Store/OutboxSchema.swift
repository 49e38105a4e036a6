/// The tables, one step a version of the file. `wall` is Unix milliseconds; `monotonic` milliseconds since `boot`.
enum OutboxSchema {
    static let steps = [
        """
        -- One row: who writes here, and when it last did.
        CREATE TABLE gateway (
            epoch TEXT NOT NULL, last_seq INTEGER NOT NULL, last_visit INTEGER NOT NULL, boot INTEGER NOT NULL,
            monotonic INTEGER NOT NULL, wall INTEGER NOT NULL, is_clean INTEGER NOT NULL);

        -- Visits that are open. Instants are microseconds of the monotonic clock of `gateway.boot`.
        CREATE TABLE visits (
            region TEXT NOT NULL, beacon TEXT NOT NULL, visit INTEGER NOT NULL, events INTEGER NOT NULL,
            dwells INTEGER NOT NULL, sightings INTEGER NOT NULL, first_seen INTEGER NOT NULL,
            last_seen INTEGER NOT NULL, level REAL, measured_power INTEGER,
            PRIMARY KEY (region, beacon)) WITHOUT ROWID;

        -- Events that are not confirmed. `first_seen` and `last_seen` are milliseconds before `wall`. A row of kind
        -- `lost` stands for `span` events from `from_seq` to `seq`, the first of them `first_seen` before `wall`.
        CREATE TABLE outbox (
            seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, boot INTEGER NOT NULL, monotonic INTEGER NOT NULL,
            wall INTEGER NOT NULL, synced INTEGER, region TEXT, beacon TEXT, visit TEXT, number INTEGER, reason TEXT,
            span INTEGER, level REAL, measured_power INTEGER, distance REAL, proximity TEXT, sightings INTEGER,
            first_seen INTEGER, last_seen INTEGER, uncertainty INTEGER, simulated INTEGER, from_seq INTEGER);

        -- Events that the broker will never take, with its reason.
        CREATE TABLE dead (seq INTEGER PRIMARY KEY, reason TEXT NOT NULL, at INTEGER NOT NULL, topic TEXT NOT NULL,
            payload BLOB NOT NULL);
        """,
        """
        -- Which key made `beacon` a pseudonym.
        ALTER TABLE outbox ADD COLUMN key_id TEXT;

        -- One row: whom to drop, as the broker said last.
        CREATE TABLE deny (id INTEGER PRIMARY KEY CHECK (id = 1), payload BLOB NOT NULL);
        """,
    ]
}
