import HCI
import Testing

@testable import BlueZ

@Suite("Starting a scan")
struct ScannerStartTests {
    private static let legacy = ["200c0000", "200b00600060000000", "200c0100"]
    private static let extended = ["2042000000000000", "20410000010060006000", "2042010000000000"]

    private func start(_ controller: Controller, patience: Int64 = 5_000_000) throws(ScannerError) -> ScanFamily? {
        var scanner = controller.scanner(patience: patience)
        try scanner.start()
        return scanner.family
    }

    @Test(
        "The family follows the controller: off, parameters, on",
        arguments: [(0x00, .legacy), (0x60, .extended)]
            as [(UInt8, ScanFamily)])
    func family(octet37: UInt8, family: ScanFamily) throws {
        let controller = Controller(octet37: octet37)
        #expect(try start(controller) == family)
        #expect(controller.log == (family == .legacy ? Self.legacy : Self.extended))
    }

    @Test("A refused *off* does no harm where nothing is scanning", arguments: [0x0C, 0x01] as [UInt8])
    func refusedOff(status: UInt8) throws {
        let controller = Controller(script: [0x200C: [.status(status)]])
        #expect(try start(controller) == .legacy)
        #expect(controller.log == Self.legacy)
    }

    @Test(
        "Where someone switches a scan on in between, it is switched off again, three times at most",
        arguments: 1...4)
    func disallowedParameters(times: Int) throws {
        let controller = Controller(script: [0x200B: Array(repeating: .status(0x0C), count: times)])
        #expect(try start(controller) == (times < 4 ? .legacy : .extended))
        #expect(controller.log.filter { $0 == "200c0000" }.count == min(times + 1, 4))
    }

    @Test("A busy controller is asked to scan again, then with the other family", arguments: 1...4)
    func disallowedEnable(times: Int) throws {
        let controller = Controller(
            octet37: 0x60, script: [0x2042: [.status(0)] + Array(repeating: .status(0x0C), count: times)])
        #expect(try start(controller) == (times < 4 ? .extended : .legacy))
    }

    @Test(
        "A family that the controller does not know, however it says so, gives way to the other",
        arguments: [.status(0x01), .commandStatus(0x01)] as [Controller.Reply])
    func unknown(reply: Controller.Reply) throws {
        let controller = Controller(octet37: 0x60, script: [0x2041: [reply]])
        #expect(try start(controller) == .legacy)
        #expect(controller.log == Self.extended.prefix(2) + Self.legacy)
    }

    @Test(
        "Parameters that a controller finds invalid are tried with a random address, then with the other family",
        arguments: [0x11, 0x12] as [UInt8], [1, 2])
    func invalid(status: UInt8, times: Int) throws {
        let controller = Controller(script: [0x200B: Array(repeating: .status(status), count: times)])
        #expect(try start(controller) == (times == 1 ? .legacy : .extended))
        let random = try #require(controller.log.first { $0.hasPrefix("2005") })
        #expect(try #require(random.last?.hexDigitValue) >= 0 && random.count == 16)
        let top = try #require(UInt8(random.suffix(2), radix: 16))
        #expect(top & 0xC0 == 0xC0)
        #expect(controller.log.contains("200b00600060000100"))
    }

    @Test(
        "A controller fault is said with command and status", arguments: [0x200C, 0x200B] as [UInt16],
        [0x1F, 0x03] as [UInt8])
    func fault(opcode: UInt16, status: UInt8) {
        let controller = Controller(script: [opcode: [.status(status)]])
        let error = #expect(throws: ScannerError.self) { try start(controller) }
        guard case .refused(let command, let refusal) = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(command.opcode == opcode)
        #expect(refusal.rawValue == status)
        #expect(error?.description.contains("0x20") == true)
    }

    @Test("Both families refused: the second one's refusal is said")
    func bothRefused() {
        let controller = Controller(script: [0x200B: [.status(1)], 0x2041: [.status(1)]])
        let expected = ScannerError.refused(ScanFamily.extended.parameters(ScanParameters()), .unknownCommand)
        #expect(throws: expected) { try start(controller) }
    }

    @Test("One silence is asked again, two in a row are a stuck controller", arguments: [1, 2])
    func silence(times: Int) throws {
        let controller = Controller(script: [0x200B: Array(repeating: .silence, count: times)])
        if times == 1 {
            #expect(try start(controller, patience: 50_000) == .legacy)
        } else {
            let command = ScanFamily.legacy.parameters(ScanParameters())
            #expect(throws: ScannerError.noAnswer(command)) { try start(controller, patience: 50_000) }
        }
    }

    @Test("An answer that comes late, with the next command, is taken for what it is")
    func late() throws {
        let controller = Controller(script: [0x200B: [.late(0)]])
        #expect(try start(controller, patience: 50_000) == .legacy)
        #expect(controller.log == [Self.legacy[0], Self.legacy[1], Self.legacy[1], Self.legacy[2]])
    }

    @Test("Answers to others, cut answers and other events are passed over")
    func noise() throws {
        let noise: [[UInt8]] = [
            [4, 0x0E, 4, 1, 0x0C, 0x20, 0x0C], [4, 0x0E, 4, 1, 0x0B], [4, 0x10, 1, 0], [4], [0xFF, 0xFF, 0xFF, 0xFF],
            [4, 0x0F, 4, 0x0C, 1, 0x03, 0x0C], [4, 0x0E, 255, 1, 0x0B, 0x20, 0x0C],
        ]
        let controller = Controller(script: [0x200B: [.noise(noise)]])
        #expect(try start(controller) == .legacy)
        #expect(controller.log == Self.legacy)
    }

    @Test("Stopping switches the scan off", arguments: [(0x00, legacy[0]), (0x60, extended[0])] as [(UInt8, String)])
    func stop(octet37: UInt8, off: String) throws {
        let controller = Controller(octet37: octet37)
        var scanner = controller.scanner()
        try scanner.start()
        try scanner.stop()
        try scanner.stop()
        #expect(controller.log.suffix(2) == [controller.log[2], off])
        let family = scanner.family
        #expect(family == nil)
    }
}
