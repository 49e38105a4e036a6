/// A value of a JSON text that lies where it was read. What it says is made when it is asked for: who wants a few fields
/// of a message pays for those.
public struct JSONView: Sendable {
    private let document: JSONDocument
    /// Into the document's nodes.
    private let index: Int

    private init(_ document: JSONDocument, _ index: Int) {
        self.document = document
        self.index = index
    }

    /// Looks over one JSON text, strictly by RFC 8259, and any bytes whatever without a trap.
    ///
    /// Also refused: a name twice in one object (compared as Swift compares strings, so `é` is one name however it is
    /// composed), escaped surrogates without their other half, numbers beyond the range of `Double`, a byte order mark.
    ///
    /// - Parameter maxDepth: the most arrays and objects inside one another; at most 512, for the stack's sake.
    public init(parsing text: [UInt8], maxDepth: Int = 32) throws(JSONError) {
        var parser = JSONParser(text: text, depth: min(max(maxDepth, 0), 512))
        self.init(try parser.document(), 0)
    }

    public var isNull: Bool { document.nodes[index].kind == .null }
    public var isObject: Bool { document.nodes[index].kind == .object }

    /// All that it says.
    public var value: JSONValue { document.value(at: index) }

    /// The bytes of a string.
    public var utf8: ArraySlice<UInt8>? { document.utf8(at: index) }

    /// The member of that name, compared byte by byte, where this is an object that has one.
    ///
    /// - Parameter place: where to look first, and where the next one is: who asks in the order of the text, as most do,
    ///   finds each at once. 0: at the beginning.
    public func member(_ name: String, at place: inout Int) -> JSONView? {
        let start = max(place, index + 1)
        guard let member = document.member(name.utf8.span, of: index, from: start) else { return nil }
        place = document.nodes[member].next
        return JSONView(document, member)
    }

    /// The elements of an array.
    public var elements: [JSONView]? {
        document.nodes[index].kind == .array ? document.children(of: index).map { JSONView(document, $0) } : nil
    }
}

extension JSONValue {
    /// Reads one JSON text by the rules of `JSONView`.
    public init(parsing text: [UInt8], maxDepth: Int = 32) throws(JSONError) {
        self = try JSONView(parsing: text, maxDepth: maxDepth).value
    }
}
