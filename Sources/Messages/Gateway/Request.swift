public import JSON

/// A question to a gateway.
public struct Request: Hashable, Sendable {
    public enum Operation: String, Sendable, CaseIterable {
        case state, rescan, loglevel, forget, outbox
    }

    /// Comes back in the response, where MQTT 5's correlation data cannot.
    public var id: String?
    public var operation: Operation
    public var arguments: [JSONValue.Member]

    public init(id: String?, operation: Operation, arguments: [JSONValue.Member] = []) {
        self.id = id
        self.operation = operation
        self.arguments = arguments
    }
}

extension Request: Payload {
    public func write(to json: inout JSONWriter) {
        json.object {
            if let id { $0.field("id", id) }
            $0.field("op", operation.rawValue)
            $0.field("args", .object(arguments))
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        id = try fields.string(ifPresent: "id")
        operation = try fields.word("op")
        arguments = fields.has("args") ? try fields.members("args") : []
    }
}
