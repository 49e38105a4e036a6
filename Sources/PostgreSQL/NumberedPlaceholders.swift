/// PostgreSQL numbers the places of values, `$1`; our statements have question marks, as in SQLite.
enum NumberedPlaceholders {
    /// The statement with numbers, and how many there are. What stands in quotes stays as it is.
    static func text(of sql: String) -> (text: String, count: Int) {
        var (text, count): ([UInt8], Int) = ([], 0)
        var quote: UInt8?
        for byte in sql.utf8 {
            switch byte {
            case UInt8(ascii: "?") where quote == nil:
                count += 1
                text += Array("$\(count)".utf8)
                continue
            // A doubled quote ends and begins: what is in between is nothing.
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                if quote == nil { quote = byte } else if quote == byte { quote = nil }
            default: break
            }
            text.append(byte)
        }
        return (String(decoding: text, as: UTF8.self), count)
    }
}
