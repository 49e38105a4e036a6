import HCI
import TestSupport
import Testing
import VirtualController

struct CommandTests {
    /// What Linux 5.10 to 6.12 ask before an adapter is up, and how long the answer is after its status.
    static let initialisation: [(opcode: UInt16, length: Int)] = [
        (0x0C03, 0), (0x1003, 8), (0x1001, 8), (0x1009, 6), (0x1002, 64), (0x2003, 8), (0x2002, 3), (0x201C, 8),
        (0x0C01, 0), (0x2001, 0), (0x2007, 1), (0x200F, 1), (0x2010, 0),
    ]

    @Test("What the kernel asks before an adapter is up is answered", arguments: [Family.legacy, .extended])
    func initialisation(family: Family) {
        var host = Host(family)
        // An extended controller is asked for its number of sets, and not for the legacy power.
        let asked =
            Self.initialisation.filter { family == .legacy || $0.opcode != 0x2007 }
            + (family == .extended ? [(0x203B, 1)] : [])
        for (opcode, length) in asked {
            let answer = host.send(HCICommand(opcode: opcode))
            #expect(answer?.status == .success, "\(String(opcode, radix: 16))")
            #expect(answer?.parameters.count == length, "\(String(opcode, radix: 16))")
        }
    }

    @Test("The supported commands make a host choose the controller's family")
    func family() {
        for (family, expected) in [(Family.legacy, ScanFamily.legacy), (.extended, .extended)] {
            var host = Host(family)
            let answer = host.send(.readSupportedCommands)
            #expect(answer.map { ScanFamily(supportedCommands: $0.parameters) } == expected)
        }
    }

    @Test("An extended controller refuses to mix the families until a reset")
    func mixing() {
        var host = Host(.extended)
        let legacy = ScanFamily.legacy.parameters(ScanParameters())
        let extended = ScanFamily.extended.parameters(ScanParameters())
        #expect(host.send(extended)?.status == .success)
        #expect(host.send(legacy)?.status == .commandDisallowed)
        host.send(0x0C03)
        #expect(host.send(legacy)?.status == .success)
        #expect(host.send(extended)?.status == .commandDisallowed)
        #expect(host.send(0x203B) == .commandDisallowed)
    }

    @Test("A legacy controller does not know the extended commands")
    func unknown() {
        var host = Host(.legacy)
        #expect(host.send(ScanFamily.extended.parameters(ScanParameters()))?.status == .unknownCommand)
        #expect(host.send(0x203B) == .unknownCommand)
        #expect(host.send(0xFC00) == .unknownCommand)
    }

    @Test("Scan parameters are refused while scanning, and when they make no sense")
    func parameters() {
        for (family, scan) in [(Family.legacy, ScanFamily.legacy), (.extended, .extended)] {
            var host = Host(family)
            #expect(host.send(scan.parameters(ScanParameters(interval: 3, window: 3)))?.status == .invalidParameters)
            #expect(host.send(scan.parameters(ScanParameters(interval: 4, window: 5)))?.status == .invalidParameters)
            host.startScan()
            #expect(host.send(scan.parameters(ScanParameters()))?.status == .commandDisallowed)
            host.send(scan.enable(false))
            #expect(host.send(scan.parameters(ScanParameters()))?.status == .success)
        }
    }

    @Test("Every command is answered once, whatever it holds", arguments: [Family.legacy, .extended])
    func hostile(family: Family) {
        var random = SplitMix64(seed: 3)
        var host = Host(family, .legacy)
        for _ in 0..<5_000 {
            let opcode = UInt16.random(in: 0x2000...0x2045, using: &random)
            let parameters = (0..<Int.random(in: 0...34, using: &random)).map { _ in
                random.next() % 3 == 0
                    ? UInt8.random(in: 0...255, using: &random) : UInt8.random(in: 0...3, using: &random)
            }
            host.air.controllers[0].receive(parameters, at: host.now)
            host.wait(1)
            host.events = [[], []]
            #expect(host.send(opcode, parameters) != nil)
            #expect(host.events[0].filter { CommandAnswer($0.span) != nil }.count == 1)
        }
    }
}
