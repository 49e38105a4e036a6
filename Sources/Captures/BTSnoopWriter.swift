/// Writes btsnoop of the Linux monitor (data link 2001), which btmon and Wireshark open.
public enum BTSnoopWriter {
    /// What a file begins with.
    public static let header: [UInt8] = {
        var bytes = BTSnoop.magic
        append(BTSnoop.version, to: &bytes)
        append(BTSnoop.DataLink.monitor.rawValue, to: &bytes)
        return bytes
    }()

    /// Appends a record. A packet that is not an event is left out, as nothing here reads it.
    ///
    /// - Parameter drops: packets that were lost since the start.
    public static func append(_ record: CaptureRecord, drops: UInt32 = 0, to bytes: inout [UInt8]) {
        guard let (opcode, data) = Monitor.frame(record.content) else { return }
        let length = UInt32(clamping: data.count)
        let time = BTSnoop.epoch &+ UInt64(clamping: record.unixMicroseconds)
        append(length, to: &bytes)
        append(length, to: &bytes)
        append(UInt32(record.adapter) << 16 | UInt32(opcode), to: &bytes)
        append(drops, to: &bytes)
        append(UInt32(truncatingIfNeeded: time >> 32), to: &bytes)
        append(UInt32(truncatingIfNeeded: time), to: &bytes)
        bytes += data
    }

    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
