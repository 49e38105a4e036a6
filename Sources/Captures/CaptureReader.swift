/// Reads a capture: btsnoop (data links 1001, 1002 and 2001), pcapng (link types 187, 201 and 254) or JSON
/// lines, told apart by their first bytes.
public struct CaptureReader: Sendable {
    private enum Format {
        case btsnoop(BTSnoopReader)
        case pcapng(PcapNGReader)
        case jsonLines(JSONLinesReader)
    }

    private var format: Format
    /// Records that are due before the next is read, the next one last.
    private var due: [CaptureRecord] = []
    private var hasFailed = false

    static let notACapture = "not a capture: neither btsnoop, pcapng nor JSON lines"

    /// - Parameter bytes: the whole file.
    public init(_ bytes: [UInt8]) throws(CaptureError) {
        if bytes.first == BTSnoop.magic[0] {
            format = .btsnoop(try BTSnoopReader(bytes))
        } else if bytes.starts(with: [0x0A, 0x0D, 0x0D, 0x0A]) {
            format = .pcapng(PcapNGReader(bytes))
        } else if let first = bytes.firstIndex(where: { !JSONLinesReader.isBlank($0) }),
            bytes[first] == UInt8(ascii: "{")
        {
            format = .jsonLines(JSONLinesReader(bytes))
        } else {
            throw CaptureError(Self.notACapture, at: 0)
        }
    }

    /// The next record; `nil` at the end. Where the file is cut or damaged the records before come first, then the
    /// error, once, then `nil`.
    public mutating func next() throws(CaptureError) -> CaptureRecord? {
        do throws(CaptureError) {
            while due.isEmpty && !hasFailed {
                guard let records = try read() else { return nil }
                due = records.reversed()
            }
        } catch {
            hasFailed = true
            throw error
        }
        return due.popLast()
    }

    /// The records of the next entry of the file, perhaps none; `nil` at its end.
    private mutating func read() throws(CaptureError) -> [CaptureRecord]? {
        switch format {
        case .btsnoop(var reader):
            defer { format = .btsnoop(reader) }
            return try reader.read()
        case .pcapng(var reader):
            defer { format = .pcapng(reader) }
            return try reader.read()
        case .jsonLines(var reader):
            defer { format = .jsonLines(reader) }
            return try reader.read()
        }
    }
}
