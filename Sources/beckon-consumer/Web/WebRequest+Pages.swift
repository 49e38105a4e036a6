import HTTPServer
import Pages

extension WebRequest {
    /// As the address asks for, or else the browser.
    var language: Language {
        query["lang"].flatMap { Language(rawValue: $0) } ?? Language(accepting: header("accept-language"))
    }

    /// The first part of the path: of what follows, some is secret.
    var routeName: String { "/" + (path.split(separator: "/").first ?? "").prefix(32) }
}

extension WebResponse {
    static func page(_ document: Document, status: Int = 200) -> WebResponse {
        WebResponse(status: status, type: "text/html; charset=utf-8", body: document.html.bytes)
    }
}
