/// HTML that cannot carry what a stranger wrote as markup: written as a literal, whose interpolated values are escaped.
///
/// The literal's own text is a `StaticString`, so that nothing made at run time gets in unescaped. Attributes are to be
/// quoted; then a value can end neither its attribute nor its element.
public struct HTML: Hashable, Sendable {
    private(set) var text: String

    public init() { text = "" }

    public var bytes: [UInt8] { Array(text.utf8) }
    public var isEmpty: Bool { text.isEmpty }

    public static func + (one: HTML, other: HTML) -> HTML {
        var sum = one
        sum.text += other.text
        return sum
    }

    /// One after the other.
    public init(_ parts: some Sequence<HTML>) { text = parts.map(\.text).joined() }
}

extension HTML: ExpressibleByStringInterpolation {
    public init(stringLiteral literal: StaticString) { text = literal.description }

    public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        public mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

        /// As text, or as the value of a quoted attribute.
        public mutating func appendInterpolation(_ value: String) {
            for character in value.unicodeScalars {
                switch character {
                case "&": text += "&amp;"
                case "<": text += "&lt;"
                case ">": text += "&gt;"
                case "\"": text += "&quot;"
                case "'": text += "&#39;"
                // No character of HTML; a browser shows the same for it.
                case "\0": text += "\u{FFFD}"
                default: text.unicodeScalars.append(character)
                }
            }
        }

        public mutating func appendInterpolation(_ value: Int) { text += String(value) }

        public mutating func appendInterpolation(_ html: HTML) { text += html.text }

        public mutating func appendInterpolation(_ html: HTML?) { text += html?.text ?? "" }
    }
}
