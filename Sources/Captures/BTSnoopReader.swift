/// Reads btsnoop records from a whole file.
struct BTSnoopReader {
    private let bytes: [UInt8]
    private let dataLink: BTSnoop.DataLink
    private var offset = BTSnoop.fileHeader
    private var drops: UInt32 = 0
    private var lastTime: Int64?
    private var monitor = Monitor()

    init(_ bytes: [UInt8]) throws(CaptureError) {
        guard bytes.prefix(8).elementsEqual(BTSnoop.magic.prefix(bytes.count)) else {
            throw CaptureError(CaptureReader.notACapture, at: 0)
        }
        guard bytes.count >= BTSnoop.fileHeader else {
            throw CaptureError("the file is cut: its header has 16 bytes", at: bytes.count)
        }
        let version = Self.number(bytes, at: 8)
        guard version == BTSnoop.version else {
            throw CaptureError("btsnoop version \(version) is not known, 1 is", at: 8)
        }
        let code = Self.number(bytes, at: 12)
        guard let dataLink = BTSnoop.DataLink(rawValue: code) else {
            throw CaptureError("btsnoop data link \(code) is not read; 1001, 1002 and 2001 are", at: 12)
        }
        self.bytes = bytes
        self.dataLink = dataLink
    }

    /// What the next record says, perhaps nothing; `nil` at the end of the file.
    mutating func read() throws(CaptureError) -> [CaptureRecord]? {
        let left = bytes.count - offset
        guard left > 0 else { return nil }
        guard left >= BTSnoop.recordHeader else {
            throw CaptureError("the file is cut: a record's header has 24 bytes, here are \(left)", at: offset)
        }
        let length = Int(Self.number(bytes, at: offset + 4))
        guard left - BTSnoop.recordHeader >= length else {
            let there = left - BTSnoop.recordHeader
            throw CaptureError("the file is cut: a record has \(length) bytes, here are \(there)", at: offset)
        }
        let time = try time(at: offset + 16)
        let flags = Self.number(bytes, at: offset + 8)
        let drops = Self.number(bytes, at: offset + 12)
        let start = offset + BTSnoop.recordHeader
        offset = start + length
        defer {
            self.drops = drops
            lastTime = time
        }

        let adapter = dataLink == .monitor ? UInt16(truncatingIfNeeded: flags >> 16) : 0
        var contents: [(Int64, CaptureRecord.Content)] = []
        if let lastTime, drops > self.drops {
            contents = [(min(lastTime, time), .gapBegins), (time, .gapEnds)]
        }
        if let content = content(flags: flags, adapter: adapter, bytes[start..<offset]) {
            contents.append((time, content))
        }
        return contents.map { CaptureRecord(unixMicroseconds: $0, adapter: adapter, content: $1) }
    }

    private mutating func content(flags: UInt32, adapter: UInt16, _ data: ArraySlice<UInt8>) -> CaptureRecord.Content? {
        switch dataLink {
        // Bit 0: received. Bit 1: command or event.
        case .plain: flags & 3 == 3 ? .packet([Monitor.eventPacket] + data) : nil
        case .h4: data.first == Monitor.eventPacket ? .packet(Array(data)) : nil
        case .monitor: monitor.content(opcode: UInt16(truncatingIfNeeded: flags), adapter: adapter, data)
        }
    }

    private func time(at offset: Int) throws(CaptureError) -> Int64 {
        let time = UInt64(Self.number(bytes, at: offset)) << 32 | UInt64(Self.number(bytes, at: offset + 4))
        let (since1970, isEarlier) = time.subtractingReportingOverflow(BTSnoop.epoch)
        guard !isEarlier, let unix = Int64(exactly: since1970), CaptureRecord.times.contains(unix) else {
            throw CaptureError("a time before 1970 or after 9999", at: offset)
        }
        return unix
    }

    /// The big-endian number of 32 bits at `offset`; the caller has checked that the bytes are there.
    private static func number(_ bytes: [UInt8], at offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
