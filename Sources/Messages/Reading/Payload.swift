public import JSON

/// The content of one kind of message. Readers ignore fields that they do not know.
public protocol Payload: Hashable, Sendable {
    func write(to json: inout JSONWriter)
    init(_ fields: Fields) throws(PayloadError)
}

extension Payload {
    public init(parsing bytes: [UInt8]) throws(PayloadError) {
        try self.init(Fields(parsing: bytes))
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
