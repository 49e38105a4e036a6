/// The sentences of one language. `{word}` stands for what is filled in.
public struct Phrases: Hashable, Sendable {
    /// `{item}`.
    public var title: String
    /// `{style}` and `{price}`.
    public var offer: String
    /// `{style}`, `{brewery}` and `{price}`.
    public var offerByBrewery: String
    /// `{reasons}`: words in a list.
    public var because: String
    /// `{promotion}`: its label.
    public var promotion: String
    /// Between the words of a list, but for the last two.
    public var comma: String
    /// Between the last two words of a list.
    public var and: String
    /// Between two sentences.
    public var gap: String
    /// For dimensions whose name is no word of the language, by `Dimension.description`.
    public var words: [String: String]

    /// `template` with the values in place of their words; values are not looked into.
    static func fill(_ template: String, _ values: [String: String]) -> String {
        var text = ""
        var rest = Substring(template)
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            text += rest[..<open]
            text += values[String(rest[rest.index(after: open)..<close])] ?? ""
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }

    /// `a`, `a and b`, `a, b and c`.
    func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: comma) + and + last
    }

    func word(for dimension: Dimension, of item: Item) -> String {
        if let word = words[dimension.description] { return word }
        guard case .feature(let feature) = dimension else { return dimension.description }
        return feature.kind == .style ? item.style.label : feature.name.split(separator: "_").joined(separator: " ")
    }
}
