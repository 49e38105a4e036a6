/// The full-screen page beside a shelf.
public struct ScreenPage: Sendable {
    /// What it shows, without a name of anybody.
    public struct Show: Sendable {
        public let title: String
        public let subtitle: String
        public let price: String?
        public let promotion: String?
        public let reasons: [String]

        public init(title: String, subtitle: String, price: String?, promotion: String?, reasons: [String] = []) {
            self.title = title
            self.subtitle = subtitle
            self.price = price
            self.promotion = promotion
            self.reasons = reasons
        }
    }

    /// `nil`: nothing to show.
    public var show: Show?
    /// What the law wants said.
    public var notice: String?
    /// Of the stream that tells it to look again.
    public var events: String
    /// Seconds after which it looks again in any case.
    public var refresh: Int

    public init(show: Show?, notice: String?, events: String, refresh: Int) {
        self.show = show
        self.notice = notice
        self.events = events
        self.refresh = refresh
    }

    public func document(in language: Language) -> Document {
        let content: HTML? = show.map { show in
            """
            <p class="maker">\(show.subtitle)</p>
            <h1>\(show.title)</h1>
            \(show.reasons.isEmpty ? nil : "<p class=\"because\">\(show.reasons.joined(separator: " · "))</p>" as HTML)
            \(show.price.map { "<p class=\"price\">\($0)</p>" as HTML })
            \(show.promotion.map { "<p class=\"promotion\"><strong>\($0)</strong></p>" as HTML })
            """
        }
        let body: HTML = """
            <main class="screen" data-events="\(events)" data-seconds="\(refresh)">\(content)
            <footer>\(notice.map { "<p>\($0)</p>" as HTML })</footer></main>
            """
        let head: HTML = """
            <script src="/screen.js" defer></script>
            <noscript><meta http-equiv="refresh" content="3"></noscript>

            """
        return Document("Beckon", language, head: head, body: body)
    }
}
