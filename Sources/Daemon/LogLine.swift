/// One line of the log as text; for all that comes from strangers and goes to a terminal.
public enum LogLine {
    /// `part: message key=value …`, with nothing in it that could end the line or steer a terminal.
    static func text(
        part: String, message: String, fields: KeyValuePairs<String, any CustomStringConvertible>
    ) -> String {
        var line = "\(escaped(part)): \(escaped(message))"
        for (key, value) in fields { line += " \(key)=\(quoted(value.description))" }
        return line
    }

    /// The value as it is where it reads as one word, else in quotes.
    private static func quoted(_ value: String) -> String {
        let isWord = !value.isEmpty && value.unicodeScalars.allSatisfy { $0 != " " && $0 != "\"" && $0 != "=" }
        return isWord ? escaped(value) : "\"\(escaped(value, also: "\""))\""
    }

    /// Control and format characters (line ends, escape sequences, reversed writing) as `\n` or `\u{…}`.
    public static func escaped(_ text: String, also quote: Unicode.Scalar? = nil) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case _ where scalar == quote: result += "\\\(scalar)"
            case .control, .format, .lineSeparator, .paragraphSeparator: result += escape(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(scalar.value, radix: 16))}"
        }
    }
}
