/// A whole page.
public struct Document: Hashable, Sendable {
    public let html: HTML

    /// - Parameter head: what the page needs beside the style.
    init(_ title: String, _ language: Language, head: HTML = "", body: HTML) {
        html = """
            <!doctype html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="robots" content="noindex">
            <title>\(title)</title>
            <link rel="stylesheet" href="/style.css">
            \(head)</head>
            <body>
            \(body)
            </body>
            </html>

            """
    }

    /// A page that says one thing.
    public static func saying(_ text: Message, in language: Language) -> Document {
        let words = text.words(Texts.of(language))
        return Document(words, language, body: "<main><h1 class=\"plain\">\(words)</h1></main>")
    }

    /// What can be said alone.
    public enum Message: Sendable {
        case notFound, badRequest, expired, tooMany, unavailable, tooYoung, erased

        fileprivate func words(_ texts: Texts) -> String {
            switch self {
            case .notFound: texts.refusals.notFound
            case .badRequest: texts.refusals.badRequest
            case .expired: texts.refusals.expired
            case .tooMany: texts.refusals.tooMany
            case .unavailable: texts.refusals.unavailable
            case .tooYoung: texts.join.tooYoung
            case .erased: texts.me.erased
            }
        }
    }
}
