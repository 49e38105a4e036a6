import Beacons
import HCI
import Testing

@Suite("Commands")
struct HCICommandTests {
    @Test(
        "The scan commands are the bytes of the specification",
        arguments: [
            (ScanFamily.legacy.parameters(ScanParameters()), "010b2007006000600000 00"),
            (ScanFamily.legacy.enable(true), "010c20020100"),
            (ScanFamily.legacy.enable(false), "010c20020000"),
            (ScanFamily.extended.parameters(ScanParameters()), "01412008000001 0060006000"),
            (ScanFamily.extended.parameters(ScanParameters(usesRandomAddress: true)), "01412008010001 0060006000"),
            (ScanFamily.extended.enable(true), "01422006010000000000"),
            (ScanFamily.extended.enable(false), "01422006000000000000"),
            (HCICommand.readSupportedCommands, "01021000"),
            (HCICommand.setRandomAddress(BluetoothAddress(0xC0FF_EE00_0001)), "010520060100 00eeffc0"),
        ])
    func bytes(command: HCICommand, hex: String) {
        #expect(command.packet == Hex.bytes(hex.replacing(" ", with: "")))
    }

    @Test(
        "The family is the kernel's choice: both extended commands, or legacy",
        arguments: [(0x60, .extended), (0x20, .legacy), (0x40, .legacy), (0x00, .legacy), (0xFF, .extended)]
            as [(UInt8, ScanFamily)])
    func family(octet37: UInt8, family: ScanFamily) {
        var commands = [UInt8](repeating: 0, count: 64)
        commands[37] = octet37
        #expect(ScanFamily(supportedCommands: commands) == family)
        #expect(ScanFamily(supportedCommands: Array(commands.prefix(37))) == .legacy)
    }

    private func answer(_ packet: [UInt8]) -> CommandAnswer? { CommandAnswer(packet.span) }

    @Test("A Command Complete gives status and parameters, a Command Status the status")
    func answers() throws {
        let complete: [UInt8] = [4, 0x0E, 6, 1, 0x09, 0x10, 0x00, 0xAA, 0xBB]
        let success = try #require(answer(complete))
        #expect(success.opcode == 0x1009)
        #expect(success.status == .success)
        #expect(success.parameters == [0xAA, 0xBB])
        let status: [UInt8] = [4, 0x0F, 4, 0x0C, 1, 0x42, 0x20]
        let refusal = try #require(answer(status))
        #expect(refusal.opcode == 0x2042)
        #expect(refusal.status == .commandDisallowed)
    }

    @Test("An answer cut anywhere is none", arguments: 0..<7)
    func cut(length: Int) {
        let complete: [UInt8] = [4, 0x0E, 4, 1, 0x09, 0x10, 0x00]
        let cut = Array(complete.prefix(length))
        #expect(answer(cut) == nil)
    }
}
