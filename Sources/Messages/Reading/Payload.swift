public import JSON

/// The content of one kind of message. Readers ignore fields that they do not know.
public protocol Payload: Hashable, Sendable {
    func write(to json: inout JSONWriter)
    init(_ fields: Fields) throws(PayloadError)
}

extension Payload {
    public init(parsing bytes: [UInt8]) throws(PayloadError) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw PayloadError(path: "", problem: .notJSON(error))
        }
        try self.init(Fields(value, path: ""))
    }

    /// What it says, field by field, for a response.
    public var members: [JSONValue.Member] { (try? JSONValue(parsing: rendered()))?.object ?? [] }

    /// The payload in a buffer of its own; `write(to:)` uses one again and again.
    public func rendered() -> [UInt8] {
        // An event has some 900 bytes.
        var json = JSONWriter(capacity: 1024)
        write(to: &json)
        return json.bytes
    }
}
