/// The sentences that shoppers are written, by language.
public struct Templates: Hashable, Sendable {
    /// By the first part of a locale, in lower case.
    private var languages: [String: Phrases]

    public static let builtIn = Templates(languages: ["en": .english, "fi": .finnish, "ja": .japanese])

    /// The sentences of a locale such as `en` or `en-GB`; of a language that is not there, the English ones.
    public subscript(locale: String) -> Phrases {
        get {
            let language = locale.split { $0 == "-" || $0 == "_" }.first.map { $0.lowercased() }
            return language.flatMap { languages[$0] } ?? languages["en"] ?? .english
        }
        set { languages[locale.lowercased()] = newValue }
    }
}
