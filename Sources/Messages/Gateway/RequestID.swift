public import JSON

/// Who asks, of a request that says nothing else that is understood.
public struct RequestID: Payload {
    public var id: String?

    public func write(to json: inout JSONWriter) {
        json.object { if let id { $0.field("id", id) } }
    }

    public init(_ fields: Fields) throws(PayloadError) { id = try fields.string(ifPresent: "id") }
}
