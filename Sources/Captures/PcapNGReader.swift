/// Reads pcapng from a whole file: packets of the link types 187, 201 and 254; other interfaces are passed over.
struct PcapNGReader {
    /// Where packets come from.
    private struct Interface {
        /// `nil`: nothing of ours.
        var link: PcapNG.LinkType?
        var clock = PcapNGClock()
        /// Of the packet before, µs since 1970.
        var lastTime: Int64?
    }

    /// A machine has a handful.
    private static let mostInterfaces = 256

    private let bytes: [UInt8]
    private var offset = 0
    private var isBigEndian = false
    private var interfaces: [Interface] = []
    private var monitor = Monitor()

    /// - Parameter bytes: begin with a section header's type.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// What the next block says, perhaps nothing; `nil` at the end of the file.
    mutating func read() throws(CaptureError) -> [CaptureRecord]? {
        let start = offset
        let left = bytes.count - start
        guard left > 0 else { return nil }
        guard left >= PcapNG.blockOverhead else {
            throw CaptureError("the file is cut: a block has 12 bytes at least, here are \(left)", at: start)
        }
        // The type comes first, since a section's header says in which order its own length is written.
        if number32(at: start) == PcapNG.sectionHeader { try beginSection(at: start) }
        let type = number32(at: start)
        let length = Int(number32(at: start + 4))
        guard length >= PcapNG.blockOverhead, length.isMultiple(of: 4) else {
            throw CaptureError("a block of \(length) bytes", at: start + 4)
        }
        guard left >= length else {
            throw CaptureError("the file is cut: a block has \(length) bytes, here are \(left)", at: start)
        }
        guard Int(number32(at: start + length - 4)) == length else {
            throw CaptureError("a block whose lengths differ", at: start + length - 4)
        }
        offset = start + length
        let body = start + PcapNG.blockHeader..<offset - 4
        switch type {
        case PcapNG.interfaceDescription: try addInterface(body)
        case PcapNG.enhancedPacket: return try records(body)
        default: break
        }
        return []
    }

    private mutating func beginSection(at start: Int) throws(CaptureError) {
        isBigEndian = false
        if number32(at: start + 8) != PcapNG.byteOrder {
            isBigEndian = true
            guard number32(at: start + 8) == PcapNG.byteOrder else {
                throw CaptureError("not a pcapng section: its byte order is not told", at: start + 8)
            }
        }
        interfaces = []
    }

    private mutating func addInterface(_ body: Range<Int>) throws(CaptureError) {
        guard body.count >= 8 else { throw CaptureError("an interface without link type", at: body.lowerBound) }
        guard interfaces.count < Self.mostInterfaces else {
            throw CaptureError("more than \(Self.mostInterfaces) interfaces", at: body.lowerBound)
        }
        var interface = Interface(link: PcapNG.LinkType(rawValue: number16(at: body.lowerBound)))
        try forEachOption(body.dropFirst(8)) { code, value in
            if code == PcapNG.timeResolution, let byte = value.first {
                interface.clock.resolution = bytes[byte]
            } else if code == PcapNG.timeOffset, value.count == 8 {
                interface.clock.offset = Int64(bitPattern: number64(at: value.lowerBound))
            }
        }
        interfaces.append(interface)
    }

    /// Interface, time (two words), captured length, original length, data, options.
    private mutating func records(_ body: Range<Int>) throws(CaptureError) -> [CaptureRecord] {
        let start = body.lowerBound
        guard body.count >= 20 else { throw CaptureError("a packet without its header", at: start) }
        let length = Int(number32(at: start + 12))
        guard length <= body.count - 20 else {
            throw CaptureError("a packet of \(length) bytes in a block that has not as many", at: start + 12)
        }
        let number = Int(number32(at: start))
        guard number < interfaces.count else { throw CaptureError("a packet of no interface", at: start) }
        guard let link = interfaces[number].link else { return [] }
        let ticks = UInt64(number32(at: start + 4)) << 32 | UInt64(number32(at: start + 8))
        guard let time = interfaces[number].clock.unixMicroseconds(ticks), CaptureRecord.times.contains(time) else {
            throw CaptureError("a time before 1970 or after 9999", at: start + 4)
        }
        var hasDrops = false
        try forEachOption(body.dropFirst(20 + (length + 3) & ~3)) { code, value in
            if code == PcapNG.dropCount, value.count == 8 { hasDrops = number64(at: value.lowerBound) > 0 }
        }
        let (adapter, content) = content(link, bytes[start + 20..<start + 20 + length])
        var contents: [(Int64, CaptureRecord.Content)] = []
        if hasDrops, let last = interfaces[number].lastTime {
            contents = [(min(last, time), .gapBegins), (time, .gapEnds)]
        }
        interfaces[number].lastTime = time
        if let content { contents.append((time, content)) }
        return contents.map { CaptureRecord(unixMicroseconds: $0, adapter: adapter, content: $1) }
    }

    private mutating func content(
        _ link: PcapNG.LinkType, _ data: ArraySlice<UInt8>
    ) -> (adapter: UInt16, content: CaptureRecord.Content?) {
        func event(_ packet: ArraySlice<UInt8>) -> CaptureRecord.Content? {
            packet.first == Monitor.eventPacket ? .packet(Array(packet)) : nil
        }
        switch link {
        case .h4: return (0, event(data))
        case .h4WithDirection: return (0, event(data.dropFirst(4)))
        case .monitor:
            guard data.count >= 4 else { return (0, nil) }
            let numbers = [0, 2].map { place in
                UInt16(data[data.startIndex + place]) << 8 | UInt16(data[data.startIndex + place + 1])
            }
            let content = monitor.content(opcode: numbers[1], adapter: numbers[0], data.dropFirst(4))
            return (numbers[0], content)
        }
    }

    /// Code, length, and a value that is padded to whole words.
    private func forEachOption(
        _ options: Range<Int>, _ body: (_ code: UInt16, _ value: Range<Int>) -> Void
    ) throws(CaptureError) {
        var rest = options
        while rest.count >= 4, let start = rest.first {
            let code = number16(at: start)
            guard code != PcapNG.endOfOptions else { return }
            let length = Int(number16(at: start + 2))
            guard length <= rest.count - 4 else {
                throw CaptureError("an option of \(length) bytes in a block that has not as many", at: start)
            }
            body(code, start + 4..<start + 4 + length)
            rest = rest.dropFirst(4 + (length + 3) & ~3)
        }
    }

    // MARK: Numbers; the caller has checked that the bytes are there

    private func number16(at offset: Int) -> UInt16 { number(at: offset) }
    private func number32(at offset: Int) -> UInt32 { number(at: offset) }
    private func number64(at offset: Int) -> UInt64 { number(at: offset) }

    private func number<Number: FixedWidthInteger & UnsignedInteger>(at offset: Int) -> Number {
        let places = offset..<offset + Number.bitWidth / 8
        return isBigEndian
            ? places.reduce(0) { $0 << 8 | Number(bytes[$1]) }
            : places.reversed().reduce(0) { $0 << 8 | Number(bytes[$1]) }
    }
}
