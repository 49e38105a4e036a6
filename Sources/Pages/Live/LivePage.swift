/// A page for those who run the shop. It is whole without scripts; with them it follows what happens: `/events` tells
/// the versions of its parts, and `/parts/NAME` is one of them, both with the page's own query.
public struct LivePage: Sendable {
    /// What the page is of.
    public var title: String
    public var subtitle: String
    /// What goes over the whole width, then the two columns.
    public var top: [LivePart]
    public var left: [LivePart]
    public var right: [LivePart]

    public init(title: String, subtitle: String, top: [LivePart], left: [LivePart], right: [LivePart]) {
        self.title = title
        self.subtitle = subtitle
        self.top = top
        self.left = left
        self.right = right
    }

    public var parts: [LivePart] { top + left + right }

    public var document: Document {
        let head: HTML = """
            <link rel="stylesheet" href="/live.css">
            <script src="/live.js" defer></script>

            """
        let body: HTML = """
            <header class="top">
            <h1>\(title)</h1>
            <p>\(subtitle)</p>
            <p id="state" role="status">A snapshot. Reload it for news.</p>
            </header>
            <main class="live">
            \(HTML(top.map(\.html)))<div>
            \(HTML(left.map(\.html)))</div><div>
            \(HTML(right.map(\.html)))</div></main>
            """
        return Document(title, .english, head: head, body: body)
    }
}
