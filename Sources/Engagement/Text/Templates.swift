/// The sentences that shoppers are written, by language.
public struct Templates: Hashable, Sendable {
    /// By the first part of a locale, in lower case.
    private var languages: [String: Phrases]

    public static let builtIn = Templates(languages: ["en": .english, "fi": .finnish, "ja": .japanese])

    /// The sentences of a locale such as `en` or `en-GB`; of a language that is not there, the English ones.
    public subscript(locale: String) -> Phrases {
        get { languages[Self.language(locale)] ?? languages["en"] ?? .english }
        set { languages[Self.language(locale)] = newValue }
    }

    private static func language(_ locale: String) -> String {
        locale.split { $0 == "-" || $0 == "_" }.first.map { $0.lowercased() } ?? "en"
    }
}
