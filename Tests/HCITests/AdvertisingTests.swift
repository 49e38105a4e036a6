import HCI
import Testing

@Suite("Advertising commands")
struct AdvertisingTests {
    private static let data = (1...30).map { UInt8($0) }
    private let advertisement = Advertisement(data: data, interval: 0x00A0)

    private func bytes(_ command: HCICommand) -> [UInt8] {
        [UInt8(truncatingIfNeeded: command.opcode), UInt8(command.opcode >> 8)] + command.parameters
    }

    @Test("Legacy: off, parameters, data, on")
    func legacy() throws {
        let commands = AdvertisingFamily.legacy.start(try #require(advertisement)).map(bytes)
        #expect(
            commands == [
                [0x0A, 0x20, 0],
                [0x06, 0x20, 0xA0, 0, 0xA0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0],
                [0x08, 0x20, 30] + Self.data + [0],
                [0x0A, 0x20, 1],
            ])
    }

    @Test("Extended: the same with a set of its own, as a legacy packet")
    func extended() throws {
        let commands = AdvertisingFamily.extended(set: 3).start(try #require(advertisement)).map(bytes)
        #expect(
            commands == [
                [0x39, 0x20, 0, 1, 3, 0, 0, 0],
                [
                    0x36, 0x20, 3, 0x10, 0, 0xA0, 0, 0, 0xA0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x7F, 1, 0, 1, 0, 0,
                ],
                [0x37, 0x20, 3, 3, 1, 30] + Self.data,
                [0x39, 0x20, 1, 1, 3, 0, 0, 0],
            ])
    }

    @Test(
        "The family is the kernel's: extended where bit 12 of the features says so, in the highest set",
        arguments: [
            ([0, 0, 0, 0, 0, 0, 0, 0], 0, .legacy), ([], 0, .legacy), ([0xFF], 4, .legacy),
            ([0, 0x10, 0, 0, 0, 0, 0, 0], 4, .extended(set: 3)), ([0, 0x10], 0, .extended(set: 0)),
        ] as [([UInt8], UInt8, AdvertisingFamily)])
    func family(features: [UInt8], sets: UInt8, expected: AdvertisingFamily) {
        #expect(AdvertisingFamily(features: features, sets: sets) == expected)
    }

    @Test("What no controller takes cannot be said", arguments: [(32, 160), (30, 0x1F), (30, 0x4001)])
    func bounds(count: Int, interval: UInt16) {
        #expect(Advertisement(data: [UInt8](repeating: 0, count: count), interval: interval) == nil)
    }

    private static let foreign: [(AdvertisingFamily, UInt16, [UInt8], Bool)] = [
        (.legacy, 0x200A, [0], true), (.legacy, 0x2006, [], true), (.legacy, 0x2008, [], true),
        (.legacy, 0x200C, [0, 0], false), (.extended(set: 3), 0x203D, [], true),
        (.extended(set: 3), 0x203C, [3], true), (.extended(set: 3), 0x203C, [2], false),
        (.extended(set: 3), 0x2037, [3, 3, 1, 0], true), (.extended(set: 3), 0x2036, [0], false),
        (.extended(set: 3), 0x2039, [0, 0], true), (.extended(set: 3), 0x2039, [0, 2, 0, 0, 0, 0, 3, 0, 0, 0], true),
        (.extended(set: 3), 0x2039, [0, 1, 2, 0, 0, 0], false), (.extended(set: 3), 0x2039, [1, 1, 0, 0, 0, 0], false),
        (.extended(set: 3), 0x2039, [], false), (.extended(set: 3), 0x2039, [0, 200], false),
        (.extended(set: 3), 0x203C, [], false), (.extended(set: 3), 0x2042, [0, 0, 0, 0, 0, 0], false),
    ]

    @Test("Of others' commands, those disturb that end or change what is ours", arguments: foreign)
    func disturbance(family: AdvertisingFamily, opcode: UInt16, parameters: [UInt8], isDisturbing: Bool) {
        #expect(family.isDisturbed(by: HCICommand(opcode: opcode, parameters: parameters)) == isDisturbing)
    }

    @Test(
        "A controller says whether it can scan meanwhile",
        arguments: [
            ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x03, 0, 0], true), ([0xFF, 0xFE, 0, 0, 0, 0, 0, 0], false),
            ([0, 1], true), ([], true),
        ] as [([UInt8], Bool)])
    func states(answer: [UInt8], canScan: Bool) {
        #expect(SupportedStates.advertisesWhileScanning(answer) == canScan)
    }

    // MARK: Management

    @Test("The kernel is asked for an instance with an interval of its own, and for its data")
    func management() throws {
        let advertisement = try #require(advertisement)
        #expect(
            ManagementMessage.addAdvertisingParameters(1, instance: 5, advertisement).packet
                == [0x54, 0, 1, 0, 18, 0, 5, 0, 0x40, 0, 0, 0, 0, 0, 0, 0xA0, 0, 0, 0, 0xA0, 0, 0, 0, 0x7F])
        #expect(
            ManagementMessage.addAdvertisingData(1, instance: 5, advertisement).packet
                == [0x55, 0, 1, 0, 33, 0, 5, 30, 0] + Self.data)
    }

    @Test(
        "The highest instance that is free is ours",
        arguments: [
            ([0, 0, 0, 0, 31, 31, 5, 0], 5), ([0, 0, 0, 0, 31, 31, 5, 2, 1, 5], 4),
            ([0, 0, 0, 0, 31, 31, 2, 2, 1, 2], nil), ([0, 0, 0, 0, 31, 31, 0, 0], nil), ([1, 2, 3], nil),
        ] as [([UInt8], UInt8?)])
    func instances(answer: [UInt8], expected: UInt8?) {
        #expect(ManagementMessage.freeInstance(advertisingFeatures: answer) == expected)
    }
}
