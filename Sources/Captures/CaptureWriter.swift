import HCI

/// Writes records in one of the formats.
public struct CaptureWriter: Sendable {
    private let format: CaptureFormat
    /// For JSON lines: what assembles an adapter's reports.
    private var decoders: [UInt16: ReportDecoder] = [:]
    private var lines = JSONLinesWriter()

    public init(_ format: CaptureFormat) { self.format = format }

    /// What a file begins with.
    public var header: [UInt8] {
        switch format {
        case .btsnoop: BTSnoopWriter.header
        case .pcapng: PcapNGWriter.header
        case .jsonLines: []
        }
    }

    /// Appends a record to `bytes`, where the format has a place for it.
    public mutating func append(_ record: CaptureRecord, to bytes: inout [UInt8]) {
        switch format {
        case .btsnoop: BTSnoopWriter.append(record, to: &bytes)
        case .pcapng: PcapNGWriter.append(record, to: &bytes)
        case .jsonLines:
            guard case .packet(let packet) = record.content else { return }
            decoders[record.adapter, default: ReportDecoder()].decode(packet.span, at: record.unixMicroseconds) {
                bytes += lines.line(
                    $0, $1, adapter: record.adapter, unixMicroseconds: record.unixMicroseconds)
            }
        }
    }
}
