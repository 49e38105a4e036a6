import Foundation
import JSON

/// A running `mosquitto_sub`.
struct Subscriber {
    struct Message {
        let isRetained: Bool
        let topic: String
        let payload: String

        /// The payload as JSON; `null` where it is none.
        var json: JSONValue { (try? JSONValue(parsing: Array(payload.utf8))) ?? .null }
    }

    let process: ChildProcess

    /// What has come so far, in order.
    var messages: [Message] {
        process.text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { return nil }
            return Message(isRetained: fields[0] == "1", topic: String(fields[1]), payload: String(fields[2]))
        }
    }

    func messages(on fragment: String) -> [Message] { messages.filter { $0.topic.contains(fragment) } }

    /// Waits for a message whose topic holds `fragment` and that `matches`.
    @discardableResult
    func first(
        on fragment: String, within limit: Duration = .seconds(60), where matches: (Message) -> Bool = { _ in true }
    ) async throws -> Message {
        var found: Message?
        try await eventually("a message on …\(fragment)…; came: \(messages.map(\.topic))", within: limit) {
            found = messages(on: fragment).first(where: matches)
            return found != nil
        }
        guard let found else { throw HarnessError("no message on \(fragment)") }
        return found
    }
}
