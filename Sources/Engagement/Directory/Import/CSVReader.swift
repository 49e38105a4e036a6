/// Comma-separated values by RFC 4180, total over any bytes. A line ends with CR LF or LF; a byte order mark is
/// skipped; a line with nothing on it is none.
struct CSVReader {
    struct Field {
        let text: String
        let place: ImportFault.Place
    }

    private let file: String
    private let bytes: [UInt8]
    private var offset = 0
    private var line = 1
    private var lineStart = 0

    /// The records of a file, each at least one field. What is wrong is added to `faults`, and its record left out.
    static func records(of bytes: [UInt8], file: String, _ faults: inout FaultList) -> [[Field]] {
        var reader = CSVReader(file: file, bytes: bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (reader.offset, reader.lineStart) = (3, 3) }
        var records: [[Field]] = []
        while reader.offset < bytes.count {
            if let record = reader.record(&faults) { records.append(record) }
        }
        return records
    }

    private init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
    }

    private var place: ImportFault.Place {
        ImportFault.Place(file: file, line: line, column: offset - lineStart + 1)
    }

    private func isAt(_ byte: Unicode.Scalar, ahead: Int = 0) -> Bool {
        offset + ahead < bytes.count && bytes[offset + ahead] == UInt8(ascii: byte)
    }

    private var isAtLineEnd: Bool {
        offset >= bytes.count || isAt("\n") || (isAt("\r") && (isAt("\n", ahead: 1) || offset + 1 == bytes.count))
    }

    private mutating func record(_ faults: inout FaultList) -> [Field]? {
        if isAtLineEnd {
            endLine()
            return nil
        }
        var fields: [Field] = []
        while true {
            let start = place
            let (content, fault) = isAt("\"") ? quoted() : plain()
            if let fault {
                faults.add(fault, at: start)
                skipLine()
                return nil
            }
            guard let text = String(validating: content, as: UTF8.self), text.utf8.allSatisfy({ $0 >= 0x20 }) else {
                faults.add(
                    "a line break or control character in a text, or not UTF-8; save the file as UTF-8", at: start)
                skipLine()
                return nil
            }
            fields.append(Field(text: String(Substring(text).trimmingSpaces), place: start))
            guard isAt(",") else { break }
            offset += 1
        }
        endLine()
        return fields
    }

    private mutating func plain() -> (content: [UInt8], fault: String?) {
        let start = offset
        while !isAtLineEnd, !isAt(",") {
            if isAt("\"") { return ([], "a quote inside a field; put the field in quotes and double those inside") }
            offset += 1
        }
        return (Array(bytes[start..<offset]), nil)
    }

    private mutating func quoted() -> (content: [UInt8], fault: String?) {
        offset += 1
        var content: [UInt8] = []
        while offset < bytes.count {
            if isAt("\""), isAt("\"", ahead: 1) {
                content.append(UInt8(ascii: "\""))
                offset += 2
            } else if isAt("\"") {
                offset += 1
                let isWhole = isAt(",") || isAtLineEnd
                return isWhole ? (content, nil) : ([], "text after a closing quote; double the quotes inside")
            } else {
                content.append(bytes[offset])
                offset += 1
                if bytes[offset - 1] == UInt8(ascii: "\n") { (line, lineStart) = (line + 1, offset) }
            }
        }
        return ([], "a quote that is never closed")
    }

    private mutating func skipLine() {
        while offset < bytes.count, !isAt("\n") { offset += 1 }
        endLine()
    }

    private mutating func endLine() {
        if isAt("\r") { offset += 1 }
        if isAt("\n") { offset += 1 }
        (line, lineStart) = (line + 1, offset)
    }
}
