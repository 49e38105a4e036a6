extension Schema {
    /// The directory. What belongs to a person goes with their row of `visitors`; `PersonTable` lists the rest.
    static let directory = """
        -- Grows with every change, so that a running consumer sees it.
        CREATE TABLE directory_version (id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL);
        INSERT INTO directory_version (id, number) VALUES (1, 0);

        -- Files as they were imported last; `content` is null for the one with persons in it.
        CREATE TABLE directory_files (name TEXT NOT NULL PRIMARY KEY, digest TEXT NOT NULL, content TEXT);

        -- `alias` stands for the person in the audit log: random, and nowhere else.
        CREATE TABLE visitors (
            id TEXT NOT NULL PRIMARY KEY, alias TEXT NOT NULL, locale TEXT NOT NULL, age_at_least INTEGER,
            age_country TEXT, age_method TEXT, age_at INTEGER);
        CREATE TABLE visitor_beacons (
            beacon TEXT NOT NULL PRIMARY KEY, visitor TEXT NOT NULL REFERENCES visitors (id) ON DELETE CASCADE,
            rank INTEGER NOT NULL);
        CREATE INDEX visitor_beacons_by_visitor ON visitor_beacons (visitor);
        CREATE TABLE visitor_consents (
            visitor TEXT NOT NULL REFERENCES visitors (id) ON DELETE CASCADE, purpose TEXT NOT NULL,
            state TEXT NOT NULL, version TEXT, text_hash TEXT, at INTEGER, source TEXT,
            PRIMARY KEY (visitor, purpose));
        CREATE TABLE visitor_channels (
            visitor TEXT NOT NULL REFERENCES visitors (id) ON DELETE CASCADE, rank INTEGER NOT NULL,
            channel TEXT NOT NULL, PRIMARY KEY (visitor, rank));
        CREATE TABLE visitor_tastes (
            visitor TEXT NOT NULL REFERENCES visitors (id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('like', 'dislike')), rank INTEGER NOT NULL, features TEXT NOT NULL,
            PRIMARY KEY (visitor, kind, rank));
        CREATE TABLE visitor_ratings (
            visitor TEXT NOT NULL REFERENCES visitors (id) ON DELETE CASCADE, item TEXT NOT NULL,
            stars REAL NOT NULL, PRIMARY KEY (visitor, item));

        CREATE TABLE staff (beacon TEXT NOT NULL PRIMARY KEY);
        -- Visits of visitors so long that only staff makes many of them.
        CREATE TABLE long_stays (visit TEXT NOT NULL PRIMARY KEY, beacon TEXT NOT NULL, at INTEGER NOT NULL);
        CREATE INDEX long_stays_by_beacon ON long_stays (beacon);

        -- Who was erased, as keyed hashes; the key is one of `secrets`.
        CREATE TABLE tombstones (person TEXT NOT NULL PRIMARY KEY, at INTEGER NOT NULL);
        -- Gateways that are to forget a beacon of someone who was erased; once they have, it is null.
        CREATE TABLE forgets (
            id TEXT NOT NULL PRIMARY KEY, person TEXT NOT NULL, gateway TEXT NOT NULL, beacon TEXT, at INTEGER NOT NULL,
            confirmed_at INTEGER);
        CREATE TABLE secrets (name TEXT NOT NULL PRIMARY KEY, content TEXT NOT NULL);
        """
}
