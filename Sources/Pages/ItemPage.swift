/// The beer that a notification tells of, why, and what can be said to that.
public struct ItemPage: Sendable {
    public enum State: Sendable {
        case open, dismissed, optedOut
    }

    public struct Promotion: Sendable {
        public let label: String
        /// Local time in words.
        public let until: String

        public init(label: String, until: String) {
            self.label = label
            self.until = until
        }
    }

    public var name: String
    public var brewery: String
    public var style: String
    /// Per cent.
    public var abv: Double?
    public var ibu: Double?
    public var price: String?
    /// In words, the strongest first.
    public var reasons: [String]
    public var promotion: Promotion?
    /// What the law wants said.
    public var notice: String?
    /// Where its forms go: the page's own address.
    public var address: String
    /// Of the visitor's own page.
    public var me: String
    public var state: State

    public init(
        name: String, brewery: String, style: String, abv: Double?, ibu: Double?, price: String?, reasons: [String],
        promotion: Promotion?, notice: String?, address: String, me: String, state: State = .open
    ) {
        self.name = name
        self.brewery = brewery
        self.style = style
        self.abv = abv
        self.ibu = ibu
        self.price = price
        self.reasons = reasons
        self.promotion = promotion
        self.notice = notice
        self.address = address
        self.me = me
        self.state = state
    }

    public func document(in language: Language) -> Document {
        let texts = Texts.of(language)
        let facts = [abv.map { "\(Self.decimal($0, language)) %" }, ibu.map { "\(Self.decimal($0, language)) IBU" }]
        let body: HTML = """
            <main>
            <header class="item">
            <p class="maker">\(brewery)</p>
            <h1>\(name)</h1>
            <p class="facts">\(([style.prefix(1).uppercased() + style.dropFirst()] + facts.compactMap(\.self)).joined(separator: " · "))</p>
            \(price.map { "<p class=\"price\">\($0)</p>" as HTML })
            \(promotionNote(texts.item, language))
            </header>
            \(why(texts.item))
            \(actions(texts.item))
            <footer>\(notice.map { "<p>\($0)</p>" as HTML })</footer>
            </main>
            """
        return Document(name, language, head: "<script src=\"/item.js\" defer></script>\n", body: body)
    }

    private func promotionNote(_ texts: Texts.Item, _ language: Language) -> HTML? {
        promotion.map { promotion in
            let until =
                language == .english
                ? "\(texts.promotionUntil) \(promotion.until)" : "\(promotion.until) \(texts.promotionUntil)"
            return "<p class=\"promotion\"><strong>\(promotion.label)</strong> <span>\(until)</span></p>"
        }
    }

    private func why(_ texts: Texts.Item) -> HTML? {
        guard !reasons.isEmpty else { return nil }
        let list = HTML(reasons.map { "<li>\($0)</li>" })
        return """
            <section aria-labelledby="why">
            <h2 id="why">\(texts.why)</h2>
            <p>\(texts.wasYours)</p>
            <ul class="reasons">\(list)</ul>
            </section>
            """
    }

    private func actions(_ texts: Texts.Item) -> HTML {
        let manage: HTML = "<p><a href=\"\(me)\">\(texts.manage)</a></p>"
        let said: String? =
            switch state {
            case .open: nil
            case .dismissed: texts.dismissed
            case .optedOut: texts.optedOut
            }
        guard let said else {
            return """
                <form method="post" action="\(address)" class="actions">
                <button name="action" value="dismiss">\(texts.notForMe)</button>
                <button name="action" value="opt-out" class="quiet" aria-describedby="stop">\(texts.optOut)</button>
                <p id="stop" class="hint">\(texts.optOutMeans)</p>
                </form>
                \(manage)
                """
        }
        return "<p role=\"status\" class=\"said\">\(said)</p>\(manage)"
    }

    /// At most one decimal, as the language writes it.
    static func decimal(_ value: Double, _ language: Language) -> String {
        guard value.isFinite, abs(value) < 1e6 else { return "–" }
        let tenths = Int((value * 10).rounded())
        let point = language == .finnish ? "," : "."
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10)\(point)\(abs(tenths % 10))"
    }
}
