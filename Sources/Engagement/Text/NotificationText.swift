/// What a shopper reads.
public struct NotificationText: Hashable, Sendable {
    /// At most 80 characters.
    public let title: String
    /// At most 300 characters.
    public let body: String
    /// Why, in words, the strongest first; at least one, at most three. Only what speaks for the item.
    public let reasons: [String]
    /// The promotion's label.
    public let promotion: String?
    /// What the law wants said; `nil`: nothing.
    public let notice: String?

    private enum Limit {
        static let title = 80
        static let body = 300
        /// Of a name within the text.
        static let name = 60
    }

    /// - Parameters:
    ///   - locale: such as `en` or `en-GB`.
    ///   - notice: empty where the law wants none.
    public init(for suggestion: Suggestion, locale: String, notice: String) {
        let language = locale.split { $0 == "-" || $0 == "_" }.first.map { $0.lowercased() } ?? "en"
        let phrases = Phrases.all[language] ?? .english
        let item = suggestion.item
        var words: [String] = []
        for reason in suggestion.score.reasons where reason.contribution > 0 {
            let word = Self.word(for: reason.dimension, item, phrases)
            // Who reads "imperial stout" need not read "stout".
            if words.contains(where: { $0.hasSuffix(word) }) { continue }
            words.removeAll { word.hasSuffix($0) }
            words.append(word)
        }
        let values = [
            "item": Self.cut(item.name, to: Limit.name), "brewery": Self.cut(item.brewery, to: Limit.name),
            "style": Self.capitalized(item.style.label), "price": suggestion.entry.price.description,
            "reasons": Self.list(words, and: phrases.and),
        ]
        var sentences = [Phrases.fill(item.brewery.isEmpty ? phrases.offer : phrases.offerByBrewery, values)]
        if !words.isEmpty { sentences.append(Phrases.fill(phrases.because, values)) }
        if let label = suggestion.promotion?.label { sentences.append("\(label).") }
        title = Self.cut(Phrases.fill(phrases.title, values), to: Limit.title)
        body = Self.cut(sentences.joined(separator: " "), to: Limit.body)
        reasons = words
        promotion = suggestion.promotion?.label
        self.notice = notice.isEmpty ? nil : notice
    }

    private static func word(for dimension: Dimension, _ item: Item, _ phrases: Phrases) -> String {
        if let word = phrases.words[dimension] { return word }
        guard case .feature(let feature) = dimension else { return dimension.description }
        return feature.kind == .style ? item.style.label : feature.name.split(separator: "_").joined(separator: " ")
    }

    /// `a`, `a and b`, `a, b and c`.
    private static func list(_ words: [String], and: String) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + and + last
    }

    private static func cut(_ text: String, to limit: Int) -> String {
        text.count <= limit ? text : text.prefix(limit - 1) + "…"
    }

    private static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }
}
