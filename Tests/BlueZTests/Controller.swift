import Beacons
import Glibc
import HCI
import Synchronization

import class Foundation.Thread

@testable import BlueZ

/// A controller that follows a script, at the other end of two socket pairs.
final class Controller: Sendable {
    enum Reply: Hashable {
        case status(UInt8)
        /// As a Command Status event instead of a Command Complete.
        case commandStatus(UInt8)
        case silence
        /// Only when the next command has come.
        case late(UInt8)
        /// Events that do not answer, then success.
        case noise([[UInt8]])
    }

    /// The scanner's ends.
    let commands: Int32
    let reports: Int32
    /// Where the test sends reports.
    let air: Int32
    private let own: Int32
    private let supported: [UInt8]
    private let features: [UInt8]
    private let script: Mutex<[UInt16: [Reply]]>
    private let received = Mutex<[[UInt8]]>([])

    /// - Parameters:
    ///   - octet37: of the supported commands; 0x60 for a controller with extended scanning.
    ///   - features: of Low Energy.
    ///   - type: of the reports' socket.
    ///   - script: the replies to each opcode, in order; afterwards success.
    init(
        octet37: UInt8 = 0, features: [UInt8] = [], type: __socket_type = SOCK_SEQPACKET,
        script: [UInt16: [Reply]] = [:]
    ) {
        (commands, own) = Self.pair(SOCK_SEQPACKET)
        (reports, air) = Self.pair(type)
        var supported = [UInt8](repeating: 0, count: 64)
        supported[37] = octet37
        self.supported = supported
        self.features = features
        self.script = Mutex(script)
        Thread.detachNewThread { [self] in run() }
    }

    deinit {
        close(own)
        close(air)
    }

    /// A scanner that waits `patience` µs for an answer and hardly between attempts.
    func scanner(patience: Int64 = 5_000_000) -> Scanner {
        Scanner(
            commands: Descriptor(owning: commands), reports: Descriptor(owning: reports),
            timing: ScannerTiming(answer: patience, setUpAgain: [1, 1, 1], enableAgain: [1, 1, 1]))
    }

    /// The commands after Read Local Supported Commands, as hexadecimal text without packet type and length.
    var log: [String] {
        received.withLock { $0.dropFirst().map { hex($0[2...2] + $0[1...1] + $0.dropFirst(4)) } }
    }

    /// Sends what a controller would: one packet a message.
    func say(_ packets: [[UInt8]]) {
        for packet in packets { _ = send(air, packet, packet.count, 0) }
    }

    private func run() {
        var late: [UInt8]?
        var packet = [UInt8](repeating: 0, count: 264)
        while true {
            let count = recv(own, &packet, packet.count, 0)
            guard count >= 4 else { return }
            received.withLock { $0.append(Array(packet.prefix(count))) }
            if let answer = late { answerWith(answer) }
            late = nil
            let opcode = [packet[1], packet[2]]
            let reply = script.withLock { script in
                let key = UInt16(opcode[1]) << 8 | UInt16(opcode[0])
                return script[key, default: []].isEmpty ? .status(0) : script[key, default: []].removeFirst()
            }
            let parameters = opcode == [0x02, 0x10] ? supported : opcode == [0x03, 0x20] ? features : []
            func complete(_ status: UInt8) -> [UInt8] {
                [4, 0x0E, UInt8(4 + parameters.count), 1] + opcode + [status] + parameters
            }
            switch reply {
            case .status(let status): answerWith(complete(status))
            case .commandStatus(let status): answerWith([4, 0x0F, 4, status, 1] + opcode)
            case .silence: break
            case .late(let status): late = complete(status)
            case .noise(let packets): (packets + [complete(0)]).forEach(answerWith)
            }
        }
    }

    private func answerWith(_ packet: [UInt8]) { _ = send(own, packet, packet.count, Int32(MSG_NOSIGNAL)) }

    private static func pair(_ type: __socket_type) -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        precondition(socketpair(AF_UNIX, Int32(type.rawValue), 0, &ends) == 0)
        return (ends[0], ends[1])
    }
}

private func hex(_ bytes: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes { Hex.append(byte, to: &text) }
    return String(decoding: text, as: UTF8.self)
}
