/// A language that pages are written in.
public enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case finnish = "fi"
    case japanese = "ja"

    /// The first of ours that a browser asks for by `Accept-Language` (RFC 9110, section 12.5.4), or a locale names:
    /// ranked by weight, then by order. English where none is.
    public init(accepting header: String?) {
        var best: (language: Language, weight: Double)?
        for part in (header ?? "").split(separator: ",").prefix(32) {
            let fields = part.split(separator: ";").map { $0.filter { $0 != " " } }
            let tag = fields.first.flatMap { $0.split { $0 == "-" || $0 == "_" }.first } ?? ""
            let weight = fields.dropFirst().first.flatMap { $0.hasPrefix("q=") ? Double($0.dropFirst(2)) : nil } ?? 1
            guard let language = Language(rawValue: tag.lowercased()), weight > best?.weight ?? 0 else { continue }
            best = (language, weight)
        }
        self = best?.language ?? .english
    }

    var name: String {
        switch self {
        case .english: "English"
        case .finnish: "Suomi"
        case .japanese: "日本語"
        }
    }
}
