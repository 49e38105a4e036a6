import Beacons
import TestSupport
import Testing

@testable import HCI

@Suite("What is said about a scan")
struct ScanMessageTests {
    private func event(_ packet: [UInt8]) -> ControllerEvent? { ControllerEvent(packet.span) }
    private func stackEvent(_ packet: [UInt8]) -> StackEvent? { StackEvent(packet.span) }
    private func command(_ packet: [UInt8]) -> HCICommand? { HCICommand(packet.span) }
    private func message(_ packet: [UInt8]) -> ManagementMessage? { ManagementMessage(packet.span) }

    @Test("Our own commands are read as they are meant", arguments: [ScanFamily.legacy, .extended], [false, true])
    func own(family: ScanFamily, active: Bool) {
        let command = family.parameters(ScanParameters(isActive: active))
        #expect(
            ForeignScan(command)
                == .parameters(.init(isActive: active, acceptsListedOnly: false, isContinuous: true)))
        #expect(ForeignScan(family.enable(true)) == .on(filtersDuplicates: false))
        #expect(ForeignScan(family.enable(false)) == .off)
        #expect(self.command(command.packet) == command)
    }

    @Test(
        "The kernel's commands, as seen on the wire",
        arguments: [
            // Discovery, and the scan for devices to connect to; legacy, then extended.
            ([1, 0x0B, 0x20, 7, 1, 0x12, 0, 0x12, 0, 1, 0], (true, false, true)),
            ([1, 0x0B, 0x20, 7, 0, 0x60, 0, 0x30, 0, 0, 1], (false, true, false)),
            ([1, 0x41, 0x20, 8, 1, 0, 1, 1, 0x12, 0, 0x12, 0], (true, false, true)),
            ([1, 0x41, 0x20, 8, 0, 1, 1, 0, 0x60, 0, 0x30, 0], (false, true, false)),
        ] as [([UInt8], (Bool, Bool, Bool))])
    func kernel(packet: [UInt8], expected: (active: Bool, listed: Bool, continuous: Bool)) {
        #expect(
            event(packet)
                == .foreign(
                    .parameters(
                        .init(
                            isActive: expected.active, acceptsListedOnly: expected.listed,
                            isContinuous: expected.continuous))))
    }

    @Test(
        "Cut short, or of another kind, it is nothing",
        arguments: [
            [], [1], [1, 0x0C, 0x20], [1, 0x0C, 0x20, 2, 1], [1, 0x0C, 0x20, 1, 1], [1, 0x0B, 0x20, 2, 1, 0],
            [1, 0x41, 0x20, 3, 0, 0, 1], [4, 0x10, 1], [4, 0x0E, 4, 1, 0x0C, 0x20, 0], [4, 0x0E, 4, 1, 3, 0x0C, 1],
        ] as [[UInt8]])
    func nothing(packet: [UInt8]) {
        #expect(event(packet) == nil)
    }

    @Test("A reset that is done, and a hardware error")
    func events() {
        #expect(event([4, 0x0E, 4, 1, 3, 0x0C, 0]) == .reset)
        #expect(event([4, 0x10, 1, 0x42]) == .hardwareError(0x42))
    }

    @Test("Adapters that come and go")
    func stack() {
        #expect(stackEvent([4, 0xFD, 6, 1, 0, 2, 0, 5, 0]) == StackEvent(.unregistered, adapter: 5))
        #expect(stackEvent([4, 0xFD, 6, 1, 0, 9, 0, 5, 0]) == nil)
        #expect(stackEvent([4, 0xFD, 6, 1, 0, 2, 0, 5]) == nil)
    }

    @Test("With the coded PHY the two take turns; a legacy scan knows nothing of it")
    func coded() {
        let parameters = ScanParameters(isActive: true, usesCodedPHY: true)
        #expect(
            ScanFamily.extended.parameters(parameters).parameters
                == [0, 0, 5, 1, 0xC0, 0, 0x60, 0, 1, 0xC0, 0, 0x60, 0])
        #expect(ScanFamily.legacy.parameters(parameters).parameters == [1, 0x60, 0, 0x60, 0, 0, 0])
    }

    @Test("Only `auto` minds the Wi-Fi", arguments: ScanSettings.Profile.allCases, [false, true])
    func profile(profile: ScanSettings.Profile, shared: Bool) {
        var settings = ScanSettings()
        settings.profile = profile
        let isShared = profile == .wifi || profile == .auto && shared
        let parameters = settings.parameters(sharesRadio: shared)
        #expect(parameters.interval == (isShared ? 160 : 96) && parameters.window == 96)
    }

    @Test("Answers of the management interface")
    func management() throws {
        let question = ManagementMessage.readInformation(3)
        #expect(question.packet == [4, 0, 3, 0, 0, 0])
        let answer = try #require(message([1, 0, 3, 0, 4, 0, 4, 0, 0, 7]))
        let reply = try #require(answer.answer(to: question))
        #expect(reply.status == 0 && reply.parameters == [7])
        #expect(answer.answer(to: .setLowEnergy(3))?.status == nil)
        #expect(answer.answer(to: .readInformation(2))?.status == nil)
        #expect(message([1, 0, 3, 0, 9, 0, 4]) == nil)
        var information = [UInt8](repeating: 0, count: 280)
        #expect(!ManagementMessage.needsLowEnergy(information: information))
        information[10] = 0b10
        #expect(ManagementMessage.needsLowEnergy(information: information))
        information[14] = 0b10
        #expect(!ManagementMessage.needsLowEnergy(information: information))
        #expect(!ManagementMessage.needsLowEnergy(information: []))
    }

    @Test("Random bytes are read without a trap, and a sign of life is one to the decoder too")
    func random() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<100_000 {
            let types: [UInt8] = [1, 4]
            let count = Int.random(in: 0...40, using: &random)
            var packet = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            if packet.count > 4 {
                packet[0] = types[Int.random(in: 0...1, using: &random)]
                packet[1] = [0x0B, 0x0C, 0x41, 0x42, 0x3E, 0x0E, 0x10, 0xFD].randomElement(using: &random) ?? 0
                packet[2] = packet[0] == 1 ? 0x20 : UInt8(packet.count - 3)
                if Bool.random(using: &random) { packet[3] = packet[0] == 1 ? UInt8(packet.count - 4) : 2 }
            }
            _ = ControllerEvent(packet.span)
            _ = StackEvent(packet.span)
            _ = ManagementMessage(packet.span)?.answer(to: .readInformation(0))
            var decoder = ReportDecoder()
            var first: Int?
            decoder.decode(packet.span, at: 0) { report, data in
                if first == nil { first = data.count }
            }
            let hasContent = ReportDecoder.hasContent(packet.span)
            if let first, first >= ReportDecoder.shortestContent { #expect(hasContent) }
        }
    }
}
