import Beacons
import HCI
import Testing
import VirtualController

@testable import BlueZ

@Suite("Advertising by the controller's commands")
struct AdvertiserTests {
    private static let data = BeaconFrame.iBeacon(
        IBeacon(uuid: BeaconUUID(7), major: 1, minor: 2, measuredPower: -59)
    ).advertisingData

    private func advertisement(interval: UInt16 = 0x00A0) throws -> Advertisement {
        try #require(Advertisement(data: Self.data, interval: interval))
    }

    /// Whether what is there by now says that it is to be started again.
    private func isDisturbed(_ advertiser: inout DirectAdvertiser) throws -> Bool {
        try advertiser.wait(until: 0, wakes: [])
    }

    @Test(
        "The beacon is in the air at its interval, from the adapter's own address",
        arguments: [Family.legacy, .extended])
    func sending(family: Family) throws {
        let kernel = AdvertisingKernel(family)
        var advertiser = kernel.advertiser()
        try advertiser.start(try advertisement())
        let heard = kernel.secondOnAir()
        #expect((10...11).contains(heard.count))
        #expect(heard.allSatisfy { $0.data == Self.data && $0.address == AdvertisingKernel.address })
        let (used, canScan) = (advertiser.family, advertiser.canScanMeanwhile)
        // The highest of the controller's four sets.
        #expect(used == (family == .legacy ? .legacy : .extended(set: 3)))
        #expect(canScan == true)
    }

    @Test(
        "Another interval is the one in the air, and a second start changes the first",
        arguments: [Family.legacy, .extended])
    func again(family: Family) throws {
        let kernel = AdvertisingKernel(family)
        var advertiser = kernel.advertiser()
        try advertiser.start(try advertisement())
        try advertiser.start(try advertisement(interval: 0x0320))
        #expect((2...3).contains(kernel.secondOnAir().count))
    }

    @Test("Stopped, nothing is in the air", arguments: [Family.legacy, .extended])
    func stopping(family: Family) throws {
        let kernel = AdvertisingKernel(family)
        var advertiser = kernel.advertiser()
        try advertiser.stop()
        #expect(kernel.log.isEmpty)
        try advertiser.start(try advertisement())
        try advertiser.stop()
        #expect(kernel.secondOnAir().isEmpty)
    }

    @Test(
        "Who takes it out of the air is noticed, and it comes back",
        arguments: [
            (.legacy, 0x200A, [0]), (.extended, 0x2039, [0, 0]), (.extended, 0x203D, []), (.extended, 0x203C, [3]),
        ] as [(Family, UInt16, [UInt8])])
    func takenAway(family: Family, opcode: UInt16, parameters: [UInt8]) throws {
        let kernel = AdvertisingKernel(family)
        var advertiser = kernel.advertiser()
        try advertiser.start(try advertisement())
        #expect(try !isDisturbed(&advertiser))
        kernel.other(HCICommand(opcode: opcode, parameters: parameters))
        #expect(try isDisturbed(&advertiser))
        try advertiser.start(try advertisement())
        #expect(try !isDisturbed(&advertiser))
        #expect(!kernel.secondOnAir().isEmpty)
    }

    @Test("What others do with sets of their own, or with a scan, is none of our business")
    func bystanders() throws {
        let kernel = AdvertisingKernel(.extended)
        var advertiser = kernel.advertiser()
        try advertiser.start(try advertisement())
        kernel.other(HCICommand(opcode: 0x2039, parameters: [0, 1, 0, 0, 0, 0]))
        kernel.other(ScanFamily.extended.enable(true))
        #expect(try !isDisturbed(&advertiser))
    }

    @Test("After somebody's reset it is to be started again")
    func reset() throws {
        let kernel = AdvertisingKernel(.legacy)
        var advertiser = kernel.advertiser()
        try advertiser.start(try advertisement())
        kernel.tell([0x04, 0x0E, 4, 1, 0x03, 0x0C, 0])
        #expect(try isDisturbed(&advertiser))
    }

    @Test("An adapter that goes down or away ends it; another's fate does not")
    func power() throws {
        let kernel = AdvertisingKernel(.legacy)
        var advertiser = kernel.advertiser()
        try advertiser.start(try advertisement())
        kernel.say(.down, adapter: 1)
        #expect(try !isDisturbed(&advertiser))
        kernel.say(.down, adapter: 0)
        #expect(throws: ScannerError.adapterDown) { try isDisturbed(&advertiser) }
        kernel.say(.unregistered, adapter: 0)
        #expect(throws: ScannerError.adapterGone) { try isDisturbed(&advertiser) }
    }

    @Test(
        "A refusal names command and status; that nothing could be ended is none",
        arguments: [
            (.legacy, 0x2006, true), (.legacy, 0x2008, true), (.legacy, 0x200A, true), (.extended, 0x2036, true),
            (.extended, 0x2037, true), (.extended, 0x2039, true), (.extended, 0x2042, false),
        ] as [(Family, UInt16, Bool)])
    func refusals(family: Family, opcode: UInt16, isFatal: Bool) throws {
        var faults = Faults()
        faults.statuses[opcode] = .commandDisallowed
        let kernel = AdvertisingKernel(family, faults)
        var advertiser = kernel.advertiser()
        do {
            try advertiser.start(try advertisement())
            #expect(!isFatal)
        } catch let error as ScannerError {
            guard case .refused(let command, .commandDisallowed) = error else {
                return #expect(Bool(false), "\(error)")
            }
            #expect(command.opcode == opcode)
        }
    }

    @Test("A controller that answers nothing is said to be stuck")
    func mute() throws {
        var faults = Faults()
        faults.isMute = true
        var advertiser = AdvertisingKernel(.legacy, faults).advertiser(patience: 50_000)
        #expect(throws: ScannerError.noAnswer(.readLowEnergyFeatures)) { try advertiser.start(try advertisement()) }
    }

    @Test("No packet from the sockets traps")
    func total() throws {
        let kernel = AdvertisingKernel(.extended)
        var advertiser = kernel.advertiser()
        try advertiser.start(try advertisement())
        for packet in [[4], [1, 0x39, 0x20, 200], [1, 0x39, 0x20, 1, 0], [4, 0xFD, 1], [4, 0x0E, 4, 1]] as [[UInt8]] {
            kernel.tell(packet)
        }
        #expect(try !isDisturbed(&advertiser))
    }
}
