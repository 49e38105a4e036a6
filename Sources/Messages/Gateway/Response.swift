public import JSON

/// A gateway's answer.
public struct Response: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        case success([JSONValue.Member])
        /// `code`: a word for programs; `message`: a sentence for people.
        case failure(code: String, message: String)
    }

    /// The request's.
    public var id: String?
    public var outcome: Outcome

    public init(id: String?, outcome: Outcome) {
        self.id = id
        self.outcome = outcome
    }
}

extension Response: Payload {
    public func write(to json: inout JSONWriter) {
        json.object {
            if let id { $0.field("id", id) }
            switch outcome {
            case .success(let result):
                $0.field("ok", true)
                $0.field("result", .object(result))
            case .failure(let code, let message):
                $0.field("ok", false)
                $0.field("code", code)
                $0.field("message", message)
            }
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        id = try fields.string(ifPresent: "id")
        outcome =
            try fields.bool("ok")
            ? .success(try fields.members("result"))
            : .failure(code: try fields.string("code"), message: try fields.string("message"))
    }
}
