import Glibc
import HCI
import TestSupport
import Testing

@testable import BlueZ

@Suite("The life of an adapter")
struct AdapterMachineTests {
    private static let second: Int64 = 1_000_000
    private static let mute = ScannerError.noAnswer(.readAddress)
    private static let broken = ScannerError.system(call: "test", code: EIO)

    /// One that has been found as hci0, and scans since 0.
    private func scanning() -> AdapterMachine {
        var machine = AdapterMachine(at: 0)
        #expect(machine.action(at: 0) == .find)
        machine.found(0, at: 0)
        machine.succeeded(.find, at: 0)
        #expect(machine.action(at: 0) == .powerUp)
        machine.succeeded(.powerUp, at: 0)
        #expect(machine.phase == .configuring)
        #expect(machine.action(at: 0) == .configure)
        machine.succeeded(.configure, at: 0)
        #expect(machine.action(at: 0) == nil)
        return machine
    }

    /// Lets `action` come, which must be at `instant`.
    private func expect(_ action: AdapterAction, at instant: Int64, _ machine: inout AdapterMachine) {
        #expect(machine.action(at: instant - 1) == nil)
        #expect(machine.action(at: instant) == action)
    }

    @Test("From absent by power and set-up to a scan")
    func start() {
        let machine = scanning()
        #expect(machine.phase == .scanning && machine.isHearing && machine.complaint == nil)
    }

    @Test("Asked to begin anew it opens a scan that runs again, and does at once what it would wait for")
    func anew() {
        var machine = scanning()
        machine.beginAnew(at: 10)
        #expect(!machine.isHearing)
        #expect(machine.action(at: 10) == .reopen)
        machine.succeeded(.reopen, at: 20)
        #expect(machine.isHearing && machine.level == 0 && machine.action(at: 20) == nil)

        var absent = AdapterMachine(at: 0)
        #expect(absent.action(at: 0) == .find)
        absent.failed(.find, .noAdapter(.auto, present: []), at: 0)
        absent.beginAnew(at: 10)
        #expect(absent.action(at: 10) == .find)
    }

    @Test("Where there is none it is looked for every second, and at once when one comes")
    func absent() {
        var machine = AdapterMachine(at: 0)
        #expect(machine.action(at: 0) == .find)
        machine.failed(.find, .noAdapter(.auto, present: []), at: 0)
        #expect(machine.phase == .absent && !machine.isHearing)
        expect(.find, at: Self.second, &machine)
        machine.failed(.find, .noAdapter(.auto, present: []), at: Self.second)
        machine.note(StackEvent(.up, adapter: 3), at: Self.second + 10)
        #expect(machine.action(at: Self.second + 10) == .find)
    }

    @Test("Unplugged, by whatever it is told; found again under another index")
    func unplugged() {
        var machine = scanning()
        machine.note(StackEvent(.unregistered, adapter: 1), at: 10)
        #expect(machine.isHearing)
        machine.note(StackEvent(.unregistered, adapter: 0), at: 20)
        #expect(machine.phase == .absent && !machine.isHearing && machine.complaint == .adapterGone)
        #expect(machine.action(at: 20) == .find)
        machine.found(5, at: 30)
        machine.succeeded(.find, at: 30)
        #expect(machine.action(at: 30) == .powerUp)
        #expect(machine.counters.unplugs == 1)
    }

    @Test("Switched off by another it is switched on again when he has had his answer")
    func switchedOff() {
        var machine = scanning()
        machine.note(StackEvent(.down, adapter: 0), at: 0)
        #expect(machine.phase == .down && !machine.isHearing)
        expect(.powerUp, at: 100_000, &machine)
        machine.succeeded(.powerUp, at: 250_000)
        #expect(machine.action(at: 250_000) == .configure)
        machine.succeeded(.configure, at: 260_000)
        // Our own doing, told late.
        machine.note(StackEvent(.up, adapter: 0), at: 261_000)
        #expect(machine.isHearing && machine.counters.powerUps == 1)
    }

    @Test("Who switches it off five times in ten minutes gets his will until they are over")
    func fight() {
        var machine = scanning()
        var now: Int64 = 0
        for _ in 0..<5 {
            machine.note(StackEvent(.down, adapter: 0), at: now)
            expect(.powerUp, at: now + 100_000, &machine)
            machine.succeeded(.powerUp, at: now + 100_000)
            #expect(machine.action(at: now + 100_000) == .configure)
            machine.succeeded(.configure, at: now + 100_000)
            now += Self.second
        }
        machine.note(StackEvent(.down, adapter: 0), at: now)
        #expect(machine.complaint == .switchedOff)
        expect(.powerUp, at: 100_000 + 600 * Self.second, &machine)
    }

    @Test("After a hardware error the kernel switches it off and on; that is no fight")
    func hardwareError() {
        var machine = scanning()
        machine.note(.hardwareError(3), at: 0)
        #expect(!machine.isHearing)
        machine.note(StackEvent(.down, adapter: 0), at: 10_000)
        machine.note(StackEvent(.up, adapter: 0), at: 50_000)
        expect(.powerUp, at: 100_000, &machine)
        machine.succeeded(.powerUp, at: 100_000)
        #expect(machine.action(at: 100_000) == .configure)
        machine.succeeded(.configure, at: 110_000)
        #expect(machine.isHearing)
        #expect(machine.counters.hardwareErrors == 1 && machine.counters.powerUps == 0)
    }

    @Test("A hardware error of which the kernel says nothing more is answered after half a second")
    func quietHardwareError() {
        var machine = scanning()
        machine.note(.hardwareError(3), at: 0)
        expect(.configure, at: 500_000, &machine)
    }

    @Test("The fourth hardware error in ten minutes resets the device, which comes back as a new adapter")
    func manyHardwareErrors() {
        var machine = scanning()
        for error in 0..<4 {
            let now = Int64(error) * Self.second
            machine.note(.hardwareError(3), at: now)
            if error < 3 {
                #expect(machine.action(at: now + 500_000) == .configure)
                machine.succeeded(.configure, at: now + 500_000)
            } else {
                #expect(machine.action(at: now) == .resetDevice)
            }
        }
        machine.succeeded(.resetDevice, at: 4 * Self.second)
        #expect(machine.phase == .absent)
        expect(.find, at: 5 * Self.second, &machine)
    }

    @Test("A blocked radio is tried every second, and said")
    func blocked() {
        var machine = scanning()
        machine.note(StackEvent(.down, adapter: 0), at: 0)
        #expect(machine.action(at: 100_000) == .powerUp)
        for turn in 0..<3 {
            let now = 100_000 + Int64(turn) * Self.second
            machine.failed(.powerUp, .blocked("test"), at: now)
            #expect(machine.phase == .blocked && machine.complaint == .blocked("test"))
            expect(.powerUp, at: now + Self.second, &machine)
        }
        machine.succeeded(.powerUp, at: 4 * Self.second)
        #expect(machine.action(at: 4 * Self.second) == .configure)
        #expect(machine.counters.blocks == 1)
    }

    @Test("One that does not answer is power cycled at once, then tried ever more rarely, reset, and given up: never")
    func mute() {
        var machine = scanning()
        machine.note(.foreign(.off), at: 0)
        #expect(machine.action(at: 300_000) == .restart)
        machine.failed(.restart, Self.mute, at: 6 * Self.second)
        #expect(machine.phase == .recovering && machine.action(at: 6 * Self.second) == .powerDown)
        machine.succeeded(.powerDown, at: 6 * Self.second)
        expect(.powerUp, at: 6 * Self.second + 500_000, &machine)
        var now = 9 * Self.second
        var pauses: [Int64] = []
        var resets = 0
        for _ in 0..<12 {
            machine.failed(.powerUp, Self.broken, at: now)
            if machine.action(at: now) == .resetDevice {
                resets += 1
                machine.failed(.resetDevice, Self.broken, at: now)
            }
            let next = machine.deadline ?? .max
            pauses.append((next - now) / Self.second)
            now = next
            #expect(machine.action(at: now) == .powerUp)
        }
        #expect(pauses == [1, 2, 8, 16, 32, 60, 60, 60, 60, 60, 60, 60])
        #expect(resets == 1)
        #expect(machine.phase == .failed && machine.complaint == Self.broken)
        machine.succeeded(.powerUp, at: now)
        #expect(machine.action(at: now) == .configure)
        machine.succeeded(.configure, at: now)
        #expect(machine.isHearing && machine.complaint == nil)
    }

    @Test("One that answers and refuses is tried again, power cycled, reset, and keeps saying what it refused")
    func refusing() {
        let refusal = ScannerError.refused(ScanFamily.legacy.enable(true), .invalidParameters)
        var machine = scanning()
        machine.note(.reset, at: 0)
        var now: Int64 = 0
        var actions: [AdapterAction] = []
        while actions.count < 14 {
            guard let due = machine.deadline else { return #expect(Bool(false), "it stands still") }
            now = due
            guard let action = machine.action(at: now) else { return #expect(Bool(false), "it stands still") }
            actions.append(action)
            switch action {
            case .configure: machine.failed(action, refusal, at: now)
            case .resetDevice: machine.failed(action, Self.broken, at: now)
            default: machine.succeeded(action, at: now)
            }
            #expect(machine.complaint == refusal)
        }
        #expect(
            actions == [
                .configure, .powerUp, .configure, .powerDown, .powerUp, .configure, .resetDevice, .powerUp, .configure,
                .powerUp, .configure, .powerUp, .configure, .powerUp,
            ])
        #expect(machine.phase == .configuring)
    }

    @Test("While a discovery of another runs the adapter is contended, and still hears")
    func contended() {
        var machine = scanning()
        machine.note(
            .foreign(.parameters(.init(isActive: true, acceptsListedOnly: false, isContinuous: true))), at: 0)
        machine.note(.foreign(.on(filtersDuplicates: true)), at: 0)
        #expect(machine.phase == .contended && machine.isHearing)
        expect(.kick, at: 50_000, &machine)
        machine.succeeded(.kick, at: 51_000)
        #expect(machine.phase == .scanning && machine.isHearing)
    }

    @Test("After a power cycle without a report ever the other family has its turn; after one with reports it has not")
    func otherFamily() {
        for hasHeard in [false, true] {
            var machine = scanning()
            if hasHeard { machine.note(reports: 1, lastAt: 1, at: 1) }
            var now: Int64 = 0
            while machine.phase != .recovering, now < 600 * Self.second {
                now += Self.second
                machine.note(reports: hasHeard ? 1 : 0, lastAt: 1, at: now)
                while let action = machine.action(at: now), action != .powerDown { machine.succeeded(action, at: now) }
            }
            #expect(machine.phase == .recovering)
            #expect(machine.triesOtherFamily == !hasHeard)
        }
    }

    @Test("Whatever happens, it never stands still: it scans, or something is due", arguments: 0..<64 as Range<UInt64>)
    func alive(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var machine = AdapterMachine(at: 0)
        var now: Int64 = 0
        let errors: [ScannerError] = [
            .noBluetooth, .noAdapter(.auto, present: []), .notPermitted("test"), .blocked("test"), .adapterDown,
            .adapterGone, Self.mute, .refused(.readAddress, .commandDisallowed), Self.broken,
        ]
        for _ in 0..<2_000 {
            now += Int64.random(in: 0...Self.second, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                let kind = StackEvent.Kind(rawValue: .random(in: 1...4, using: &random)) ?? .up
                machine.note(StackEvent(kind, adapter: .random(in: 0...1, using: &random)), at: now)
            case 1: machine.note(.foreign(Bool.random(using: &random) ? .off : .on(filtersDuplicates: true)), at: now)
            case 2: machine.note(.hardwareError(0), at: now)
            case 3: machine.note(reports: UInt64(now), lastAt: now, at: now)
            default: break
            }
            var actions = 0
            while let action = machine.action(at: now) {
                actions += 1
                if Bool.random(using: &random) {
                    if action == .find { machine.found(0, at: now) }
                    machine.succeeded(action, at: now)
                } else {
                    machine.failed(action, errors.randomElement(using: &random) ?? Self.broken, at: now)
                }
                guard actions < 50 else { return #expect(Bool(false), "it never rests") }
            }
            #expect(machine.isHearing || machine.deadline != nil)
            #expect(machine.deadline.map { $0 > now } ?? true)
        }
    }
}
