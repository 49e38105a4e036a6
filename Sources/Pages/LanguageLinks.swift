/// The same page in the other languages.
enum LanguageLinks {
    static func html(on path: String, in current: Language) -> HTML {
        let links = Language.allCases.map { language -> HTML in
            language == current
                ? "<span lang=\"\(language.rawValue)\" aria-current=\"true\">\(language.name)</span>\n"
                : "<a lang=\"\(language.rawValue)\" href=\"\(path)?lang=\(language.rawValue)\">\(language.name)</a>\n"
        }
        return "<nav class=\"languages\">\(HTML(links))</nav>"
    }
}
