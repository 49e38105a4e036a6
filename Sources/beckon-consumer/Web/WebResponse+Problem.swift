import HTTPServer
import JSON

extension WebResponse {
    /// RFC 9457. - Parameter code: for programs; `nil`: the status says it all.
    static func problem(_ status: Int, code: String?, detail: String? = nil) -> WebResponse {
        var json = JSONWriter()
        json.object {
            $0.field("type", "about:blank")
            $0.field("title", title(of: status))
            $0.field("status", status)
            if let detail { $0.field("detail", detail) }
            if let code { $0.field("code", code) }
        }
        return WebResponse(status: status, type: "application/problem+json", body: json.bytes)
    }

    private static func title(of status: Int) -> String {
        switch status {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 422: "Unprocessable Content"
        case 429: "Too Many Requests"
        default: "Service Unavailable"
        }
    }
}
