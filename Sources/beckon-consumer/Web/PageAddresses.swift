import ConsumerStore
import HTTPServer
import Messages

/// Where a person's pages lie, from the root.
struct PageAddresses: Sendable {
    let signer: LinkSigner

    init(signer: LinkSigner) { self.signer = signer }

    /// Signed by the store's key, so that every consumer and every run know them.
    init(of store: borrowing ConsumerStore) throws {
        guard let key = try store.linkKey() else { throw DamagedKey() }
        signer = LinkSigner(key: key)
    }

    struct DamagedKey: Error, CustomStringConvertible {
        let description = "the key of the links is damaged; delete the row links of the table secrets"
    }

    /// `/i/{item}?n={notification}&t={token}`.
    func item(_ item: String, notification: String, until expiry: Int64) -> String {
        let token = signer.token(for: "\(notification)\n\(item)", .item, until: expiry)
        return "/i/\(PercentEncoding.encode(item))?n=\(PercentEncoding.encode(notification))&t=\(token)"
    }

    /// `/me/{user}.{token}`.
    func me(_ user: String, until expiry: Int64) -> String {
        "/me/\(user).\(signer.token(for: user, .me, until: expiry))"
    }

    /// Whose page the last part of `/me/…` opens. - Parameter now: Unix milliseconds.
    func user(of token: String, at now: Int64) -> String? {
        guard let dot = token.firstIndex(of: ".") else { return nil }
        let user = String(token[..<dot])
        return signer.isValid(token[dot...].dropFirst(), for: user, .me, at: now) ? user : nil
    }

    /// For the notifications that go out. - Parameter base: of the world's address, `https://beer.example`.
    func links(from base: String) -> Links {
        let item: @Sendable (Notification) -> String = { told in
            base + self.item(told.item, notification: told.id, until: told.time + LinkSigner.lifetime)
        }
        return Links(item: item, why: { item($0) + "#why" }, optOut: { item($0) + "#stop" })
    }
}
