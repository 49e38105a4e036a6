import JSON
import Messages

extension Notification {
    /// For ntfy, as JSON to its root.
    func ntfy(topic: String) -> [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.field("topic", topic)
            $0.field("title", title)
            $0.field("message", message(with: [notice]))
            if let link { $0.field("click", link) }
        }
        return json.bytes
    }

    /// For an Apprise API, without anything of ours kept there.
    ///
    /// - Parameter service: the URL of a service.
    func apprise(service: String) -> [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.field("urls", service)
            $0.field("title", title)
            $0.field("body", message(with: [notice, link]))
            $0.field("type", "info")
            $0.field("format", "text")
        }
        return json.bytes
    }

    private func message(with lines: [String?]) -> String {
        ([body] + lines.compactMap(\.self)).joined(separator: "\n")
    }
}
