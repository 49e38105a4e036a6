/// The sentences of one language. `{word}` stands for what is filled in.
struct Phrases: Sendable {
    /// `{item}`.
    let title: String
    /// `{style}` and `{price}`.
    let offer: String
    /// `{style}`, `{brewery}` and `{price}`.
    let offerByBrewery: String
    /// `{reasons}`: words in a list.
    let because: String
    /// Between the last two words of a list.
    let and: String
    /// Words for dimensions whose name is not a word.
    let words: [Dimension: String]

    /// By language; the first part of a locale. What is not there is written to in English.
    static let all: [String: Phrases] = ["en": english]

    static let english = Phrases(
        title: "You may like {item}", offer: "{style}, {price}.", offerByBrewery: "{style} by {brewery}, {price}.",
        because: "It suits your taste for {reasons}.", and: " and ",
        words: [
            .abv: "its strength", .ibu: "its bitterness", .feature(Feature(.tag, "pale")): "pale beer",
            .feature(Feature(.tag, "amber")): "amber beer", .feature(Feature(.tag, "dark")): "dark beer",
            .feature(Feature(.tag, "malty")): "malty beer", .feature(Feature(.tag, "bitter")): "bitter beer",
            .feature(Feature(.tag, "roasty")): "roasty beer", .feature(Feature(.tag, "hoppy")): "hoppy beer",
            .feature(Feature(.tag, "balanced")): "balanced beer", .feature(Feature(.tag, "sweet")): "sweet beer",
            .feature(Feature(.tag, "sour")): "sour beer", .feature(Feature(.tag, "aged")): "aged beer",
            .feature(Feature(.family, "ipa")): "IPA",
        ])

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
}
