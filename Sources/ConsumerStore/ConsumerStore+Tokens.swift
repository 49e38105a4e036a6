import Hashing
import SQL

extension ConsumerStore {
    /// Keeps a token by its hash alone.
    public func keep(_ token: AccessToken, secret: String) throws(StoreError) {
        try database.run(
            "INSERT INTO tokens (id, digest, scope, person, created, expires) VALUES (?, ?, ?, ?, ?, ?)",
            .text(token.id), .text(Self.digest(of: secret)), .text(token.scope.rawValue), .text(orNull: token.user),
            .integer(token.created), .integer(token.expires))
    }

    /// The token of a secret, if it counts. - Parameter now: Unix milliseconds.
    public func token(secret: String, at now: Int64) throws(StoreError) -> AccessToken? {
        // Looked up by the hash: how long that takes says nothing of the secret.
        try database.first(
            "SELECT id, scope, person, created, expires FROM tokens WHERE digest = ? AND expires > ?",
            .text(Self.digest(of: secret)), .integer(now), row: Self.token
        ).flatMap(\.self)
    }

    /// All, the newest first.
    public func tokens() throws(StoreError) -> [AccessToken] {
        try database.all("SELECT id, scope, person, created, expires FROM tokens ORDER BY created DESC, id") {
            row in Self.token(row)
        }.compactMap(\.self)
    }

    /// Whether there was one of that id.
    public func revokeToken(_ id: String) throws(StoreError) -> Bool {
        try database.first("DELETE FROM tokens WHERE id = ? RETURNING 1", .text(id)) { _ in true }
            ?? false
    }

    /// `nil`: of a scope that this program does not know.
    private static func token(_ row: borrowing StoreRow) -> AccessToken? {
        guard let scope = row.text(1).flatMap({ AccessToken.Scope(rawValue: $0) }) else { return nil }
        return AccessToken(
            id: row.text(0) ?? "", scope: scope, user: row.text(2), created: row.integer(3), expires: row.integer(4))
    }

    private static func digest(of secret: String) -> String { Base64.url.text(SHA256.digest(of: Array(secret.utf8))) }
}
