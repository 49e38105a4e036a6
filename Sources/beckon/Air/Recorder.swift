import Captures
import Daemon
import Edge
import HCI
import Presence

/// Writes what is heard into a capture.
struct Recorder: AirSink, ~Copyable {
    /// Reports written.
    private(set) var reports = 0
    private var writer: CaptureWriter
    /// Only what lies in these; `nil`: everything.
    private let regions: AirRegions?
    private let file: OutputFile
    private var decoders: [UInt16: ReportDecoder] = [:]
    private var pending: [UInt8]
    /// Adapters that were heard, for a gap that is everyone's.
    private var adapters: Set<UInt16> = []
    /// µs since 1970 at `Instant.zero`.
    private var clock = Self.readClock()

    /// Bytes after which a file is written on.
    private static let enough = 65_536

    init(_ format: CaptureFormat, to file: consuming OutputFile, only regions: AirRegions? = nil) {
        writer = CaptureWriter(format)
        pending = writer.header
        self.file = file
        self.regions = regions
    }

    /// Copies a capture, with its own times, up to where it is damaged.
    mutating func copy(_ capture: CaptureFile) throws {
        var reader = capture.reader
        do {
            while let record = try reader.next() {
                take(record)
                if pending.count >= Self.enough { try write() }
            }
        } catch let error as CaptureError {
            try finish([])
            throw CommandFailure(description: "\(capture.path) ends here: \(error)")
        }
        try finish([])
    }

    private mutating func take(_ record: CaptureRecord) {
        guard case .packet(let packet) = record.content else { return writer.append(record, to: &pending) }
        var kept: [CaptureRecord] = []
        decoders[record.adapter, default: ReportDecoder()].decode(packet.span, at: record.unixMicroseconds) {
            report, data in
            guard regions?.contains(report, data) ?? true else { return }
            reports += 1
            guard regions != nil else { return }
            // Strangers in the same event are left out.
            let bytes = data.indices.map { data[$0] }
            kept += report.packets(data: bytes).map {
                CaptureRecord(
                    unixMicroseconds: record.unixMicroseconds, adapter: record.adapter, content: .packet($0))
            }
        }
        for record in regions == nil ? [record] : kept { writer.append(record, to: &pending) }
    }

    private mutating func write() throws(SystemError) {
        guard !pending.isEmpty else { return }
        try file.write(pending)
        pending.removeAll(keepingCapacity: true)
    }

    private static func readClock() -> Int64 {
        SystemClock.wallMicroseconds() - SystemClock.monotonicMicroseconds()
    }
}

// MARK: Listening

extension Recorder {
    var isDone: Bool { false }
    var nextTurn: Instant? { nil }
    var wakes: [Int32] { [] }

    mutating func packet(_ packet: Span<UInt8>, from adapter: UInt16, at instant: Instant) {
        adapters.insert(adapter)
        take(record(.packet(packet.indices.map { packet[$0] }), adapter, instant))
    }

    mutating func hearingLost(at instant: Instant) { gap(.gapBegins, instant) }
    mutating func hearingRestored(at instant: Instant) { gap(.gapEnds, instant) }

    mutating func turn(at now: Instant, fault: String?) throws {
        clock = Self.readClock()
        try write()
    }

    mutating func finish(_ adapters: [AdapterState]) throws {
        try write()
        try file.synchronise()
    }

    private mutating func gap(_ content: CaptureRecord.Content, _ instant: Instant) {
        for adapter in adapters.isEmpty ? [0] : adapters.sorted() { take(record(content, adapter, instant)) }
    }

    private func record(_ content: CaptureRecord.Content, _ adapter: UInt16, _ instant: Instant) -> CaptureRecord {
        CaptureRecord(unixMicroseconds: clock + instant.microseconds, adapter: adapter, content: content)
    }
}
