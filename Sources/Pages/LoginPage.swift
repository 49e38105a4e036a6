/// Where the operator's token becomes a cookie.
public struct LoginPage: Sendable {
    public var isRefused: Bool

    public init(isRefused: Bool) { self.isRefused = isRefused }

    public var document: Document {
        let note: HTML? =
            isRefused ? "<p role=\"alert\" class=\"problem\">This token is not known, or has expired.</p>" : nil
        let body: HTML = """
            <main>
            <h1>Beckon</h1>
            \(note)
            <form method="post" action="/login">
            <label class="field"><span>Token</span>
            <input name="token" type="password" required autocomplete="current-password"></label>
            <p class="hint">beckon token create --scope operator</p>
            <button class="main">Log in</button>
            </form>
            </main>
            """
        return Document("Beckon", .english, body: body)
    }
}
