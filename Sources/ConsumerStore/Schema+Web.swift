extension Schema {
    /// What the pages need.
    static let web = """
        -- `digest`: SHA-256 of the token, which is nowhere; `person`: whose phone it is.
        CREATE TABLE tokens (
            id TEXT NOT NULL PRIMARY KEY, digest TEXT NOT NULL UNIQUE, scope TEXT NOT NULL, person TEXT,
            created BIGINT NOT NULL, expires BIGINT NOT NULL);

        -- Shoppers who want to be left alone for a while.
        CREATE TABLE rests (person TEXT NOT NULL PRIMARY KEY, until BIGINT NOT NULL);
        """
}
