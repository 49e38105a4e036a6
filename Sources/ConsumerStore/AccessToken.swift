/// What lets a program or a person in, without the secret itself.
public struct AccessToken: Hashable, Sendable {
    public enum Scope: String, Sendable, CaseIterable {
        /// The operator's page.
        case `operator`
        /// The screens beside the shelves.
        case screen
        /// One visitor's phone.
        case user
    }

    /// Names it in lists; not secret.
    public let id: String
    public let scope: Scope
    /// Whose phone it is; `nil` for other scopes.
    public let user: String?
    /// Unix milliseconds.
    public let created: Int64
    /// Unix milliseconds: it counts until then.
    public let expires: Int64

    public init(id: String, scope: Scope, user: String?, created: Int64, expires: Int64) {
        self.id = id
        self.scope = scope
        self.user = user
        self.created = created
        self.expires = expires
    }
}
