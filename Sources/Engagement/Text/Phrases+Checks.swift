extension Phrases {
    /// Characters that phones show of a title, and of a text that is opened.
    static let longestTitle = 80
    static let longestBody = 300
    /// Characters of what is filled in; the rest is cut.
    static let longest = ["item": 60, "brewery": 60, "style": 40, "price": 14, "reasons": 90, "promotion": 40]

    /// What is wrong with one of these sentences, for people: a placeholder that nothing fills, one that is missing.
    ///
    /// - Parameters:
    ///   - known: the placeholders that the sentence may have.
    ///   - needed: those of them that it must have.
    public static func fault(in template: String, known: [String], needed: [String]) -> String? {
        let list = known.map { "{\($0)}" }.joined(separator: ", ")
        var rest = Substring(template)
        var found: [String] = []
        while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else {
                return "a brace without its other half"
            }
            let name = String(rest[rest.index(after: open)..<close])
            guard known.contains(name) else { return "nothing fills {\(name)}; known here: \(list)" }
            found.append(name)
            rest = rest[rest.index(after: close)...]
        }
        return needed.first { !found.contains($0) }.map { "{\($0)} is missing" }
    }

    /// What is too long where everything that is filled in is as long as it may be, for people.
    public var excess: String? {
        let values = Self.longest.mapValues { String(repeating: "x", count: $0) }
        let title = Self.fill(title, values).count - Self.longestTitle
        if title > 0 { return "title is \(title) characters too long beside the longest name of an item" }
        let body = [offerByBrewery, because, promotion].map { Self.fill($0, values) }.joined(separator: gap).count
        guard body > Self.longestBody else { return nil }
        return "the sentences of the text are together \(body - Self.longestBody) characters too long"
    }
}
