import Glibc
import HCI
import Synchronization
import Testing

import class Foundation.Thread

@testable import BlueZ

@Suite("Advertising through the kernel")
struct ManagedAdvertiserTests {
    private func advertisement() throws -> Advertisement {
        try #require(Advertisement(data: [2, 1, 6], interval: 0x00A0))
    }

    private func isDisturbed(_ advertiser: inout ManagedAdvertiser) throws -> Bool {
        try advertiser.wait(until: 0, wakes: [])
    }

    @Test("It takes the highest free instance, and gives it back")
    func instance() throws {
        let kernel = Management()
        var advertiser = kernel.advertiser()
        try advertiser.start(try advertisement())
        try advertiser.stop()
        try advertiser.stop()
        #expect(kernel.log.map(\.code) == [0x003D, 0x0054, 0x0055, 0x003F])
        #expect(kernel.log.dropFirst().map { $0.parameters.first } == [4, 4, 4])
    }

    @Test("Removed by somebody else it is to be started again; what befalls others is not our business")
    func removed() throws {
        let kernel = Management()
        var advertiser = kernel.advertiser()
        try advertiser.start(try advertisement())
        kernel.say(ManagementMessage(code: 0x0024, adapter: 2, parameters: [1]))
        kernel.say(ManagementMessage(code: 0x0024, adapter: 3, parameters: [4]))
        kernel.say(ManagementMessage(code: 0x0006, adapter: 2, parameters: [1, 0, 0, 0]))
        #expect(try !isDisturbed(&advertiser))
        kernel.say(ManagementMessage(code: 0x0024, adapter: 2, parameters: [4]))
        #expect(try isDisturbed(&advertiser))
    }

    @Test("An adapter that goes away ends it; one that is switched on again is started again")
    func lost() throws {
        let kernel = Management()
        var advertiser = kernel.advertiser()
        try advertiser.start(try advertisement())
        kernel.say(ManagementMessage(code: 0x0006, adapter: 2, parameters: [0, 0, 0, 0]))
        #expect(try !isDisturbed(&advertiser))
        kernel.say(ManagementMessage(code: 0x0006, adapter: 2, parameters: [1, 0, 0, 0]))
        #expect(try isDisturbed(&advertiser))
        kernel.say(ManagementMessage(code: 0x0005, adapter: 2))
        #expect(throws: ScannerError.adapterGone) { try isDisturbed(&advertiser) }
    }

    @Test(
        "A refusal is said as what it means",
        arguments: [
            (0x0B, .adapterDown), (0x0F, .adapterDown), (0x11, .adapterGone), (0x14, .notPermitted("management")),
            (0x0D, .system(call: "advertising: the kernel answers status 13", code: EPROTO)),
        ] as [(UInt8, ScannerError)])
    func refused(status: UInt8, error: ScannerError) {
        var advertiser = Management(status: status).advertiser()
        #expect(throws: error) { try advertiser.start(try advertisement()) }
    }

    @Test("Silence is said")
    func silence() {
        var advertiser = Management(status: nil).advertiser(patience: 50_000)
        #expect(throws: ScannerError.system(call: "asking the kernel", code: ETIMEDOUT)) {
            try advertiser.start(try advertisement())
        }
    }
}

/// The kernel's end of a management socket, for adapter 2, of whose five instances two are taken.
private final class Management: Sendable {
    private let ours: Int32
    private let own: Int32
    private let status: UInt8?
    private let received = Mutex<[ManagementMessage]>([])

    /// - Parameter status: of every answer; `nil`: none comes.
    init(status: UInt8? = 0) {
        var ends: [Int32] = [-1, -1]
        precondition(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        (ours, own) = (ends[0], ends[1])
        self.status = status
        Thread.detachNewThread { [self] in run() }
    }

    deinit { close(own) }

    func advertiser(patience: Int64 = 5_000_000) -> ManagedAdvertiser {
        ManagedAdvertiser(adapter: 2, socket: Descriptor(owning: ours), patience: patience)
    }

    var log: [ManagementMessage] { received.withLock { $0 } }

    func say(_ message: ManagementMessage) {
        let packet = message.packet
        _ = send(own, packet, packet.count, Int32(MSG_NOSIGNAL))
    }

    private func run() {
        var packet = [UInt8](repeating: 0, count: 1024)
        while true {
            let count = recv(own, &packet, packet.count, 0)
            guard count > 0 else { return }
            guard let question = ManagementMessage(packet.span.extracting(0..<count)) else { continue }
            received.withLock { $0.append(question) }
            guard let status else { continue }
            // An answer to another's question comes first.
            say(ManagementMessage(code: 1, adapter: 2, parameters: [0x04, 0, 0]))
            let features: [UInt8] = question.code == 0x003D && status == 0 ? [0, 0, 0, 0, 31, 31, 5, 2, 1, 5] : []
            let code = [UInt8(truncatingIfNeeded: question.code), UInt8(question.code >> 8)]
            say(
                ManagementMessage(
                    code: status == 0 ? 1 : 2, adapter: 2, parameters: code + [status] + features))
        }
    }
}
