import SQL

/// The values of a statement as the library takes them: numbers and texts as text, bytes as they are.
struct PostgreSQLParameters {
    /// Every value, with a zero byte behind it.
    private var bytes: [UInt8] = []
    /// Where in `bytes` each begins; `nil`: null.
    private var starts: [Int?] = []
    private var lengths: [Int32] = []
    /// 0: text, 1: bytes.
    private var formats: [Int32] = []

    init(_ values: [SQLValue]) {
        for value in values { append(value) }
    }

    private mutating func append(_ value: SQLValue) {
        let start = bytes.count
        var isText = true
        switch value {
        case .null: break
        case .integer(let number): bytes += Array("\(number)".utf8)
        case .real(let number): bytes += Array("\(number)".utf8)
        // The server takes no U+0000 in a text, and a message that holds one would come for ever.
        case .text(let text): bytes += text.utf8.contains(0) ? Self.withoutZeros(text) : Array(text.utf8)
        case .blob(let blob):
            bytes += blob
            isText = false
        }
        starts.append(value == .null ? nil : start)
        lengths.append(Int32(clamping: bytes.count - start))
        formats.append(isText ? 0 : 1)
        bytes.append(0)
    }

    /// U+FFFD stands for U+0000.
    private static func withoutZeros(_ text: String) -> [UInt8] {
        text.utf8.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }
    }

    /// The pointers hold as long as the body runs.
    func withPointers<Result>(
        _ body: (
            _ values: UnsafePointer<UnsafePointer<CChar>?>, _ lengths: UnsafePointer<Int32>,
            _ formats: UnsafePointer<Int32>
        ) -> Result
    ) -> Result {
        bytes.withUnsafeBytes { bytes in
            let values = starts.map { start in
                start.flatMap { bytes.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
            }
            return body(values, lengths, formats)
        }
    }
}
