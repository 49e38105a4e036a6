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

    /// All that it says.
    public var value: JSONValue { document.value(at: index) }

    /// What `read` makes of a string's bytes; `nil` where the value is no string.
    public func utf8<Value>(_ read: (Span<UInt8>) -> Value?) -> Value? { document.utf8(at: index, read) }

    /// The text of a string.
    public var string: String? { document.string(at: index) }

    /// Whether it is that string, byte by byte.
    public func spells(_ text: String) -> Bool { document.spells(index, text.utf8.span) }

    /// The members of an object.
    public var members: Members? {
        document.nodes[index].kind == .object ? Members(document, of: index) : nil
    }

    /// The members of one object, to be asked for one after the other.
    public final class Members {
        private let document: JSONDocument
        private let object: Int
        /// The name behind the member that was found last: who asks in the order of the text, as most do, finds each at
        /// once.
        private var next: Int

        fileprivate init(_ document: JSONDocument, of object: Int) {
            self.document = document
            self.object = object
            next = object + 1
        }

        /// All of them, in the order of the text.
        public var all: [JSONValue.Member] { document.value(at: object).object ?? [] }

        /// The value of that name, compared byte by byte.
        public func find(_ name: String) -> JSONView? {
            guard let value = document.member(name.utf8.span, of: object, from: next) else { return nil }
            next = document.nodes[value].next
            return JSONView(document, value)
        }
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
