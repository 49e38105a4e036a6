import Glibc
import HCI
import Testing

@testable import BlueZ

@Suite("A scan under way")
struct ScanControlTests {
    private func control(_ controller: Controller, interrupt: Int32 = -1) -> ScanControl {
        close(controller.reports)
        return ScanControl(
            Descriptor(owning: controller.commands),
            timing: ScannerTiming(answer: 5_000_000, setUpAgain: [1, 1, 1], enableAgain: [1, 1, 1]),
            interrupt: interrupt)
    }

    @Test("The coded PHY is used where the controller has it, and left out where it has not or refuses it")
    func coded() throws {
        let wanted = ScanParameters(usesCodedPHY: true)
        let cases: [([UInt8], Int, Bool)] = [([0, 8], 0, true), ([0, 0], 0, false), ([0, 8], 1, false)]
        for (features, refusals, uses) in cases {
            let controller = Controller(
                octet37: 0x60, features: features,
                script: [0x2041: Array(repeating: .status(0x11), count: refusals)])
            var control = control(controller)
            try control.start(wanted)
            #expect(control.parameters.usesCodedPHY == uses)
            let family = control.family
            #expect(family == .extended)
        }
    }

    @Test("After a power cycle without reports the other family is tried first")
    func otherFamilyFirst() throws {
        let controller = Controller(octet37: 0x60)
        var control = control(controller)
        try control.start(ScanParameters(), otherFamilyFirst: true)
        let family = control.family
        #expect(family == .legacy)
    }

    @Test("A kick enables, and changes nothing else; a restart does all of it")
    func mend() throws {
        let controller = Controller()
        var control = control(controller)
        try control.start(ScanParameters())
        let started = controller.log
        try control.kick()
        #expect(controller.log.dropFirst(started.count) == ["200c0100"])
        try control.restart()
        #expect(controller.log.dropFirst(started.count + 1) == started[...])
        try control.probe()
        #expect(controller.log.last == "1009")
    }

    @Test("What others do while we wait for an answer is not lost, and in order")
    func overheard() throws {
        let foreign: [[UInt8]] = [
            [1, 0x0C, 0x20, 2, 0, 0], [1, 0x0B, 0x20, 7, 1, 0x12, 0, 0x12, 0, 1, 0], [1, 0x0C, 0x20, 2, 1, 1],
            [4, 0x10, 1, 9],
        ]
        let controller = Controller(script: [0x200B: [.noise(foreign)]])
        var control = control(controller)
        try control.start(ScanParameters())
        let overheard = try control.listen()
        #expect(
            overheard.map(\.event) == [
                .foreign(.off),
                .foreign(.parameters(.init(isActive: true, acceptsListedOnly: false, isContinuous: true))),
                .foreign(.on(filtersDuplicates: true)), .hardwareError(9),
            ])
        let more = try control.listen()
        #expect(more.isEmpty)
    }

    @Test("A flood of others' commands is bounded")
    func flood() throws {
        let foreign = Array(repeating: [1, 0x0C, 0x20, 2, 0, 0] as [UInt8], count: 300)
        let controller = Controller(script: [0x200B: [.noise(foreign)]])
        var control = control(controller)
        try control.start(ScanParameters())
        let overheard = try control.listen()
        #expect(overheard.count == 256)
    }

    @Test("Nobody waits for a mute controller when the program shall end", .timeLimit(.minutes(1)))
    func interrupted() {
        let always = open("/dev/zero", O_RDONLY)
        defer { close(always) }
        let controller = Controller(script: [0x1002: [.silence, .silence]])
        var control = control(controller, interrupt: always)
        let result = Result<Void, ScannerError> { () throws(ScannerError) in try control.start(ScanParameters()) }
        guard case .failure(.interrupted) = result else { return #expect(Bool(false), "\(result)") }
    }

    @Test("An adapter had alone is set up from the start; that it knows nothing but Low Energy is fine")
    func exclusive() throws {
        let controller = Controller(script: [0x0C6D: [.status(1)]])
        var control = control(controller)
        try control.initialize()
        #expect(controller.log == ["0c01ffffffffffffff3f", "20011f10000000000000", "0c6d0100"])
    }
}
