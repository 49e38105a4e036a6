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

    /// - Parameters:
    ///   - locale: such as `en` or `en-GB`.
    ///   - notice: empty where the law wants none.
    public init(
        for suggestion: Suggestion, locale: String, notice: String, templates: Templates = .builtIn
    ) {
        let phrases = templates[locale]
        let item = suggestion.item
        let words = Self.words(for: suggestion, phrases)
        let values = [
            "item": item.name, "brewery": item.brewery, "style": Self.capitalized(item.style.label),
            "price": suggestion.entry.price.description, "reasons": phrases.list(words),
            "promotion": suggestion.promotion?.label ?? "",
        ].reduce(into: [:]) { $0[$1.key] = Self.cut($1.value, to: Phrases.longest[$1.key] ?? 0) }
        var sentences = [item.brewery.isEmpty ? phrases.offer : phrases.offerByBrewery]
        if !words.isEmpty { sentences.append(phrases.because) }
        if suggestion.promotion != nil { sentences.append(phrases.promotion) }
        title = Self.cut(Phrases.fill(phrases.title, values), to: Phrases.longestTitle)
        body = Self.cut(
            sentences.map { Phrases.fill($0, values) }.joined(separator: phrases.gap), to: Phrases.longestBody)
        reasons = words
        promotion = suggestion.promotion?.label
        self.notice = notice.isEmpty ? nil : notice
    }

    private static func words(for suggestion: Suggestion, _ phrases: Phrases) -> [String] {
        let reasons = suggestion.score.reasons.filter { $0.contribution > 0 }
        let saysStyle = reasons.contains { $0.dimension.kind == .style }
        var words: [String] = []
        // Who reads "imperial stout" need not read "stout".
        for reason in reasons where !(saysStyle && reason.dimension.kind == .family) {
            let word = phrases.word(for: reason.dimension, of: suggestion.item)
            if words.contains(where: { $0.hasSuffix(word) }) { continue }
            words.removeAll { word.hasSuffix($0) }
            words.append(word)
        }
        return words
    }

    private static func cut(_ text: String, to limit: Int) -> String {
        text.count <= limit ? text : text.prefix(limit - 1) + "…"
    }

    private static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }
}

extension Dimension {
    fileprivate var kind: Feature.Kind? {
        if case .feature(let feature) = self { feature.kind } else { nil }
    }
}
