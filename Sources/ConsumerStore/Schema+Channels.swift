extension Schema {
    /// By which channel a notification goes, and what the retailer's engine has still to hear.
    static let channels = """
        -- The channel that a send was last given to; none: it was never tried.
        CREATE TABLE attempts (
            send TEXT NOT NULL PRIMARY KEY REFERENCES sends (id) ON DELETE CASCADE, channel TEXT NOT NULL);

        -- The engine's name for the answer that the item came from; whether the engine knows that it was shown.
        ALTER TABLE sends ADD COLUMN recommendation TEXT;
        ALTER TABLE sends ADD COLUMN is_heard BIGINT NOT NULL DEFAULT 0;
        ALTER TABLE feedback ADD COLUMN is_heard BIGINT NOT NULL DEFAULT 0;
        """
}
