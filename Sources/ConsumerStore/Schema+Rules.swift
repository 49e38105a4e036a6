extension Schema {
    /// What the rules look back at, and the site's own events until the broker has them.
    static let rules = """
        -- `send`: the notification that it answers.
        CREATE TABLE feedback (
            id TEXT NOT NULL PRIMARY KEY, person TEXT NOT NULL, item TEXT, send TEXT, kind TEXT NOT NULL,
            stars BIGINT, at BIGINT NOT NULL);
        CREATE INDEX feedback_by_person ON feedback (person, at);

        ALTER TABLE sends ADD COLUMN site TEXT NOT NULL DEFAULT '';
        CREATE INDEX sends_by_site ON sends (site, at);

        -- What was last told of a visit: `zone` null is the store itself.
        ALTER TABLE visits ADD COLUMN zone TEXT;
        ALTER TABLE visits ADD COLUMN zone_since BIGINT NOT NULL DEFAULT 0;

        -- Messages about visits that the broker has not acknowledged, in the order of `number`; `part`: the partition
        -- of the sites that tells them.
        CREATE TABLE site_events (
            id TEXT NOT NULL PRIMARY KEY, number BIGINT NOT NULL, part BIGINT NOT NULL, beacon TEXT NOT NULL,
            topic TEXT NOT NULL, payload TEXT NOT NULL);
        CREATE INDEX site_events_by_number ON site_events (part, number);

        -- Sites that are paused.
        CREATE TABLE pauses (site TEXT NOT NULL PRIMARY KEY, at BIGINT NOT NULL, reason TEXT NOT NULL);

        -- Milliseconds; what a decision is made again from.
        ALTER TABLE decisions ADD COLUMN dwell BIGINT NOT NULL DEFAULT 0;
        CREATE INDEX decisions_by_site ON decisions (site, at);
        CREATE INDEX decisions_by_send ON decisions (send);
        """

    /// They are written, sent and deleted in this order, and each insert costs one tree instead of three.
    static let siteEventsInOrder = """
        ALTER TABLE site_events RENAME TO site_events_before;
        CREATE TABLE site_events (
            part BIGINT NOT NULL, number BIGINT NOT NULL, id TEXT NOT NULL, beacon TEXT NOT NULL, topic TEXT NOT NULL,
            payload TEXT NOT NULL, PRIMARY KEY (part, number, id)) WITHOUT ROWID;
        INSERT INTO site_events (part, number, id, beacon, topic, payload)
            SELECT part, number, id, beacon, topic, payload FROM site_events_before;
        DROP TABLE site_events_before;
        """

    /// The same as fields, of which the messages are made when they are sent.
    static let siteVisits = """
        CREATE TABLE site_visits (
            part BIGINT NOT NULL, number BIGINT NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, at BIGINT NOT NULL,
            site TEXT NOT NULL, zone TEXT, from_zone TEXT, visit TEXT NOT NULL, beacon TEXT NOT NULL, key_id TEXT,
            since BIGINT NOT NULL, dwell BIGINT, reason TEXT NOT NULL, PRIMARY KEY (part, number, id)) WITHOUT ROWID;
        """
}
