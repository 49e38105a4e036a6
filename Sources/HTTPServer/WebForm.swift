/// The fields of a query or a form (`application/x-www-form-urlencoded`, WHATWG URL, section 5.1).
public struct WebForm: Sendable, Equatable {
    private var fields: [(name: String, value: String)] = []

    /// More fields than any form of ours has.
    private static let mostFields = 256

    public init() {}

    /// `nil`: malformed escapes, no UTF-8, control characters, or too many fields.
    public init?(parsing bytes: some Collection<UInt8>) {
        for pair in bytes.split(separator: UInt8(ascii: "&"), maxSplits: Self.mostFields) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard fields.count < Self.mostFields, let name = PercentEncoding.decode(parts[0], isForm: true),
                let value = parts.count > 1 ? PercentEncoding.decode(parts[1], isForm: true) : ""
            else { return nil }
            fields.append((name, value))
        }
    }

    /// The first value of that name.
    public subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Every value of that name, as of check boxes.
    public func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    public static func == (one: WebForm, other: WebForm) -> Bool {
        one.fields.elementsEqual(other.fields) { $0 == $1 }
    }
}
