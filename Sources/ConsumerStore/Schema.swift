/// The tables, one step a version, for both engines: in SQLite's words, whose types PostgreSQL's are made of. Times are
/// Unix milliseconds.
enum Schema {
    static let steps = [
        """
        -- Events of a gateway's epoch that were handled: all up to `seq`, and those above it in `inbox`.
        CREATE TABLE watermarks (
            source TEXT NOT NULL, epoch TEXT NOT NULL, seq INTEGER NOT NULL, above INTEGER NOT NULL,
            at INTEGER NOT NULL, PRIMARY KEY (source, epoch)) WITHOUT ROWID;
        CREATE TABLE inbox (
            source TEXT NOT NULL, epoch TEXT NOT NULL, seq INTEGER NOT NULL,
            PRIMARY KEY (source, epoch, seq)) WITHOUT ROWID;

        CREATE TABLE visits (
            site TEXT NOT NULL, beacon TEXT NOT NULL, id TEXT NOT NULL, since INTEGER NOT NULL,
            last_present INTEGER NOT NULL, PRIMARY KEY (site, beacon)) WITHOUT ROWID;

        -- `payload` is what a reserved send repeats after a crash.
        CREATE TABLE sends (
            id TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL, visit TEXT NOT NULL, item TEXT NOT NULL,
            at INTEGER NOT NULL, expires_at INTEGER NOT NULL, payload BLOB,
            state TEXT NOT NULL CHECK (state IN ('reserved', 'sent'))) WITHOUT ROWID;
        CREATE INDEX sends_by_user ON sends (user_id, at);

        -- A cap of n has n places a user and scope; a send takes one of each, until a time. The key is the cap.
        CREATE TABLE caps (
            user_id TEXT NOT NULL, scope TEXT NOT NULL, place INTEGER NOT NULL, until INTEGER NOT NULL,
            send TEXT NOT NULL REFERENCES sends (id) ON DELETE CASCADE,
            PRIMARY KEY (user_id, scope, place)) WITHOUT ROWID;
        CREATE INDEX caps_by_send ON caps (send);

        -- `reason` is null where something was sent.
        CREATE TABLE decisions (
            number INTEGER PRIMARY KEY, at INTEGER NOT NULL, user_id TEXT NOT NULL, site TEXT NOT NULL, zone TEXT,
            visit TEXT NOT NULL, trigger TEXT NOT NULL, reason TEXT, send TEXT, findings TEXT NOT NULL);
        """,
        directory, optOuts, rules, channels, web,
        // Names the key of a pseudonym.
        "ALTER TABLE visits ADD COLUMN key_id TEXT",
        siteEventsInOrder, siteVisits,
    ]
}
