/// A visitor's own page.
public struct MePage: Sendable {
    /// One notification of before.
    public struct Told: Sendable {
        /// The notification's id.
        public let id: String
        public let item: String
        /// Local time in words.
        public let time: String
        public let reasons: [String]
        public let isBought: Bool
        /// 1 … 5.
        public let stars: Int?

        public init(id: String, item: String, time: String, reasons: [String], isBought: Bool, stars: Int?) {
            self.id = id
            self.item = item
            self.time = time
            self.reasons = reasons
            self.isBought = isBought
            self.stars = stars
        }
    }

    public enum TagState: Sendable {
        case none, linking, failed
    }

    /// The page's own.
    public var address: String
    public var told: [Told]
    public var choices: [TasteChoice]
    public var granted: Set<String>
    /// Local time in words, while paused.
    public var pausedUntil: String?
    public var tags: Int
    /// Where a tag may be held to a reader.
    public var sites: [String]
    public var tagState: TagState
    public var isNew: Bool
    public var isSaved: Bool

    public init(
        address: String, told: [Told], choices: [TasteChoice], granted: Set<String>, pausedUntil: String?, tags: Int,
        sites: [String], tagState: TagState = .none, isNew: Bool = false, isSaved: Bool = false
    ) {
        self.address = address
        self.told = told
        self.choices = choices
        self.granted = granted
        self.pausedUntil = pausedUntil
        self.tags = tags
        self.sites = sites
        self.tagState = tagState
        self.isNew = isNew
        self.isSaved = isSaved
    }

    public func document(in language: Language) -> Document {
        let texts = Texts.of(language)
        let body: HTML = """
            <main>
            <h1>\(isNew ? texts.join.welcome : texts.me.title)</h1>
            \(isSaved ? "<p role=\"status\" class=\"said\">\(texts.me.saved)</p>" as HTML : nil)
            \(isNew ? "<p class=\"said\">\(texts.join.keep)</p>" as HTML : nil)
            \(tag(texts.me))
            \(why(texts.me))
            \(settings(texts, language))
            \(pause(texts.me))
            \(data(texts.me))
            </main>
            """
        return Document(texts.me.title, language, body: body)
    }

    private func form(_ action: String, _ content: HTML) -> HTML {
        """
        <form method="post" action="\(address)"><input type="hidden" name="action" value="\(action)">
        \(content)</form>
        """
    }

    private func tag(_ texts: Texts.Me) -> HTML {
        let state: HTML? =
            switch tagState {
            case .none: tags > 0 ? "<p>\(texts.linked) \(tags)</p>" : nil
            case .linking: "<p role=\"status\" class=\"said\">\(texts.linking)</p>"
            case .failed: "<p role=\"status\" class=\"problem\">\(texts.linkFailed)</p>"
            }
        return """
            <section aria-labelledby="tag">
            <h2 id="tag">\(texts.tag)</h2>
            \(state)
            \(form("link", "<p class=\"hint\">\(texts.tagMeans)</p>\(shops(texts))<button>\(texts.link)</button>"))
            </section>
            """
    }

    /// Only where there is a choice.
    private func shops(_ texts: Texts.Me) -> HTML? {
        guard sites.count > 1 else { return nil }
        let options = HTML(sites.map { "<option>\($0)</option>" })
        return "<label class=\"field\"><span>\(texts.shop)</span><select name=\"site\">\(options)</select></label>"
    }

    private func why(_ texts: Texts.Me) -> HTML {
        let list: HTML =
            told.isEmpty
            ? "<p class=\"hint\">\(texts.nothingYet)</p>"
            : "<ol class=\"told\">\(HTML(told.map { entry($0, texts) }))</ol>"
        return "<section aria-labelledby=\"why\"><h2 id=\"why\">\(texts.why)</h2>\(list)</section>"
    }

    private func entry(_ told: Told, _ texts: Texts.Me) -> HTML {
        let because: HTML? =
            told.reasons.isEmpty ? nil : "<p>\(texts.because) \(told.reasons.joined(separator: ", "))</p>"
        let bought: HTML =
            told.isBought
            ? "<span class=\"said\">\(texts.boughtThanks)</span>"
            : "<button name=\"bought\" value=\"yes\">\(texts.bought)</button>"
        let stars = HTML(
            (1...5).map { count in
                let chosen: HTML = count == told.stars ? " aria-pressed=\"true\"" : ""
                let symbol: HTML = count <= told.stars ?? 0 ? "★" : "☆"
                return """
                    <button class="star" name="stars" value="\(count)"\(chosen) \
                    aria-label="\(count) \(texts.stars)">\(symbol)</button>
                    """
            })
        return """
            <li><h3>\(told.item)</h3><p class="hint">\(told.time)</p>\(because)
            <form method="post" action="\(address)" class="row"><input type="hidden" name="action" value="tell">
            <input type="hidden" name="notification" value="\(told.id)">\(bought)
            <span class="stars" role="group" aria-label="\(texts.rate)">\(stars)</span></form></li>

            """
    }

    private func settings(_ texts: Texts, _ language: Language) -> HTML {
        let content: HTML = """
            <h2 id="taste">\(texts.me.taste)</h2>
            \(HTML(choices.map { $0.row(texts.join) }))
            <h2>\(texts.join.consents)</h2>
            <p class="hint">\(texts.join.consentsMean)</p>
            \(ConsentFields.boxes(granted: granted, in: language))
            <button class="main">\(texts.me.save)</button>
            """
        return "<section>\(form("save", content))</section>"
    }

    private func pause(_ texts: Texts.Me) -> HTML {
        let content: HTML =
            if let pausedUntil {
                "<p class=\"said\">\(texts.pausedUntil) \(pausedUntil)</p>"
                    + form("resume", "<button>\(texts.resume)</button>")
            } else {
                form("pause", "<button>\(texts.pause)</button><p class=\"hint\">\(texts.pauseMeans)</p>")
            }
        return "<section>\(content)</section>"
    }

    private func data(_ texts: Texts.Me) -> HTML {
        let erase: HTML = """
            <label class="box"><input type="checkbox" name="confirm" value="yes" required>\
            <span>\(texts.eraseConfirm)</span></label>
            <button class="danger">\(texts.erase)</button>
            <p class="hint">\(texts.eraseMeans)</p>
            """
        return """
            <section aria-labelledby="data">
            <h2 id="data">\(texts.data)</h2>
            <p><a href="\(address)/export" download="beckon.json">\(texts.export)</a></p>
            \(form("erase", erase))
            </section>
            """
    }
}
