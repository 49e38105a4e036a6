import JSON

/// The attributes of a CloudEvents 1.0 envelope, structured mode.
struct CloudEvent {
    let id: String
    let source: String
    /// `beckon.` and the name of the data's schema.
    let type: String
    /// What the event is about, and by which it may be partitioned.
    let subject: String?
    /// Unix milliseconds.
    let time: Int64

    func write(to json: inout JSONWriter, data: (inout JSONWriter) -> Void) {
        json.object {
            $0.field("specversion", "1.0")
            $0.field("id", id)
            $0.field("source", source)
            $0.field("type", "beckon.\(type)")
            if let subject { $0.field("subject", subject) }
            $0.time("time", time)
            $0.field("datacontenttype", "application/json")
            $0.field("dataschema", "urn:beckon:v1:\(type)")
            if let subject { $0.field("partitionkey", subject) }
            $0.name("data")
            $0.object(data)
        }
    }
}

extension CloudEvent {
    init(_ fields: Fields) throws(PayloadError) {
        try fields.require("specversion", toBe: "1.0", asIn: "CloudEvents 1.0")
        id = try fields.string("id")
        source = try fields.string("source")
        type = try fields.parsed("type", as: "a type that begins with beckon.") {
            $0.hasPrefix("beckon.") ? String(Substring($0.utf8.dropFirst("beckon.".utf8.count))) : nil
        }
        subject = fields.has("subject") ? try fields.string("subject") : nil
        time = try fields.time("time")
    }

    /// Refuses any other type.
    init(_ fields: Fields, type: String) throws(PayloadError) {
        try self.init(fields)
        guard self.type == type else { throw fields.fault("type", .expected("beckon.\(type)")) }
    }
}
