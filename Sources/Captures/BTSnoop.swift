/// The btsnoop format: all numbers big-endian.
enum BTSnoop {
    static let magic = Array("btsnoop\0".utf8)
    static let version: UInt32 = 1
    static let fileHeader = 16
    static let recordHeader = 24
    /// 1970 in microseconds since the year 0, as the format counts.
    static let epoch: UInt64 = 0x00DC_DDB3_0F2F_8000

    enum DataLink: UInt32 {
        /// Packets without their type.
        case plain = 1001
        case h4 = 1002
        /// The Linux monitor: adapter and opcode in the flags, packets without their type.
        case monitor = 2001
    }
}
