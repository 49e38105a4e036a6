import CBluetooth
import Glibc

/// A classic BPF program that the kernel runs over each packet of a socket before it wakes us. Packets that it keeps
/// back count as no drops.
struct PacketFilter: Sendable {
    private enum Instruction {
        /// Bytes of the packet, big-endian.
        case load(Int32, at: UInt32)
        /// To `then` where the loaded value stands so to `value`, else to `otherwise`; `nil`: to the next instruction.
        case jump(Int32, UInt32, then: Int? = nil, otherwise: Int? = nil)
        case pass, keepBack
    }

    private let program: [Instruction]

    /// Keeps back an advertising report with one advertisement that is no iBeacon. An iBeacon's section is expected
    /// where nearly all have it, at the start or after three bytes of flags; several reports in one event, and
    /// fragments, pass.
    static let iBeacons = PacketFilter(program: [
        /* 0 */ .load(BPF_B, at: 0), .jump(BPF_JEQ, 0x04, otherwise: 26),
        /* 2 */ .load(BPF_B, at: 1), .jump(BPF_JEQ, 0x3E, otherwise: 26),
        /* 4, one report, legacy or extended */
        .load(BPF_H, at: 3), .jump(BPF_JEQ, 0x0201, then: 9), .jump(BPF_JEQ, 0x0D01, otherwise: 26),
        /* 7, extended: bits 5 and 6 of the event type tell a fragment */
        .load(BPF_B, at: 5), .jump(BPF_JSET, 0x60, then: 26, otherwise: 17),
        /* 9, legacy: length at 13, data from 14 */
        .load(BPF_B, at: 13), .jump(BPF_JGE, 27, otherwise: 25),
        .load(BPF_W, at: 15), .jump(BPF_JEQ, apple, then: 26),
        /* 13 */ .load(BPF_B, at: 13), .jump(BPF_JGE, 30, otherwise: 25),
        .load(BPF_W, at: 18), .jump(BPF_JEQ, apple, then: 26, otherwise: 25),
        /* 17, extended: length at 28, data from 29 */
        .load(BPF_B, at: 28), .jump(BPF_JGE, 27, otherwise: 25),
        .load(BPF_W, at: 30), .jump(BPF_JEQ, apple, then: 26),
        /* 21 */ .load(BPF_B, at: 28), .jump(BPF_JGE, 30, otherwise: 25),
        .load(BPF_W, at: 33), .jump(BPF_JEQ, apple, then: 26, otherwise: 25),
        /* 25 */ .keepBack, /* 26 */ .pass,
    ])

    /// Keeps back every LE Meta event.
    static let noReports = PacketFilter(program: [
        /* 0 */ .load(BPF_B, at: 0), .jump(BPF_JEQ, 0x04, otherwise: 5),
        /* 2 */ .load(BPF_B, at: 1), .jump(BPF_JEQ, 0x3E, otherwise: 5),
        /* 4 */ .keepBack, /* 5 */ .pass,
    ])

    /// Type 0xFF, company 0x004C, and the first byte of an iBeacon's type.
    private static let apple: UInt32 = 0xFF4C_0002

    func attach(to socket: Int32) throws(ScannerError) {
        var instructions = program.enumerated().map { index, instruction in
            switch instruction {
            case .load(let size, let offset): Self.code(BPF_LD | size | BPF_ABS, offset)
            case .jump(let test, let value, let then, let otherwise):
                Self.code(
                    BPF_JMP | test | BPF_K, value, UInt8((then ?? index + 1) - index - 1),
                    UInt8((otherwise ?? index + 1) - index - 1))
            case .pass: Self.code(BPF_RET | BPF_K, 0xFFFF)
            case .keepBack: Self.code(BPF_RET | BPF_K, 0)
            }
        }
        let result = instructions.withUnsafeMutableBufferPointer { instructions in
            var filter = sock_fprog(len: UInt16(instructions.count), filter: instructions.baseAddress)
            return setsockopt(
                socket, SOL_SOCKET, SO_ATTACH_FILTER, &filter, socklen_t(MemoryLayout<sock_fprog>.size))
        }
        guard result == 0 else { throw ScannerError(call: "SO_ATTACH_FILTER", code: errno) }
    }

    private static func code(_ code: Int32, _ value: UInt32, _ then: UInt8 = 0, _ otherwise: UInt8 = 0) -> sock_filter {
        sock_filter(code: UInt16(code), jt: then, jf: otherwise, k: value)
    }
}
