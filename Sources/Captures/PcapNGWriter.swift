/// Writes pcapng of the Linux monitor (link type 254), which Wireshark opens.
enum PcapNGWriter {
    /// What a file begins with: a section in little-endian and one interface, with times in microseconds.
    static let header: [UInt8] = {
        var section: [UInt8] = []
        append(PcapNG.byteOrder, to: &section)
        // Version 1.0, and a length that is not said.
        section += [1, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8)
        var interface: [UInt8] = []
        append(UInt32(PcapNG.LinkType.monitor.rawValue), to: &interface)
        // No limit on the length of packets.
        append(0, to: &interface)
        return block(PcapNG.sectionHeader, section) + block(PcapNG.interfaceDescription, interface)
    }()

    /// Appends a record. A packet that is not an event is left out, as nothing here reads it.
    static func append(_ record: CaptureRecord, to bytes: inout [UInt8]) {
        guard let (opcode, data) = Monitor.frame(record.content) else { return }
        let time = UInt64(clamping: record.unixMicroseconds)
        let length = UInt32(clamping: 4 + data.count)
        var body: [UInt8] = []
        for word in [0, UInt32(time >> 32), UInt32(truncatingIfNeeded: time), length, length] {
            append(word, to: &body)
        }
        for number in [record.adapter, opcode] { body += [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)] }
        body += data
        bytes += block(PcapNG.enhancedPacket, body)
    }

    private static func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
        let padding = [UInt8](repeating: 0, count: -body.count & 3)
        let length = UInt32(clamping: body.count + padding.count + PcapNG.blockOverhead)
        var bytes: [UInt8] = []
        append(type, to: &bytes)
        append(length, to: &bytes)
        bytes += body + padding
        append(length, to: &bytes)
        return bytes
    }

    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
