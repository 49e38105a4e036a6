import Beacons
import TestSupport
import Testing

@testable import Presence

/// The table and the timers against the plainest model of each.
@Suite struct StructureTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `The table finds what a dictionary finds, through every insertion and removal`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var table = PairTable(capacity: 400, confirmations: 2)
        var model: [Int: Int] = [:]
        for _ in 0..<20_000 {
            let number = Int.random(in: 0..<600, using: &random)
            let key = PairKey(tag(UInt16(number)), region: number % 3)
            #expect(table.find(key) == model[number])
            if let index = model[number] {
                table.remove(index)
                model[number] = nil
            } else if !table.isFull {
                let sighting = Sighting(
                    beacon: tag(UInt16(number)), address: BluetoothAddress(0), rssi: nil, measuredPower: nil, at: .zero)
                model[number] = table.insert(Pair(key, Heard(sighting, at: 0), offset: 0))
            }
            #expect(table.count == model.count)
        }
        #expect(Set(model.values).count == model.count)
        for (number, index) in model { #expect(table.pairs[index].key.identity(.iBeacon) == tag(UInt16(number))) }
    }

    /// In which part of their keys pairs are numbered.
    enum Numbered: CaseIterable {
        case minor, major, region, address, lowUUID, highUUID

        func key(_ number: UInt16) -> PairKey {
            let uuid = UInt128(0x41C0_8DFD_B719_4CCB) << 64 | 0x9D3B_5AA7_C386_0F89
            func iBeacon(_ uuid: UInt128, _ major: UInt16, _ minor: UInt16, region: Int = 0) -> PairKey {
                PairKey(.iBeacon(uuid: BeaconUUID(uuid), major: major, minor: minor), region: region)
            }
            return switch self {
            case .minor: iBeacon(uuid, 1, number)
            case .major: iBeacon(uuid, number, 1)
            case .region: iBeacon(uuid, 1, 1, region: Int(number))
            case .address: PairKey(.address(BluetoothAddress(UInt64(number))), region: 0)
            case .lowUUID: iBeacon(uuid &+ UInt128(number), 1, 1)
            case .highUUID: iBeacon(uuid &+ UInt128(number) << 100, 1, 1)
            }
        }
    }

    /// 1.5 probes a key is what a table of linear probing takes that is half full, where places are as good as random (Knuth,
    /// *The Art of Computer Programming* 3, section 6.4).
    @Test(arguments: Numbered.allCases)
    func `Keys that are numbered in order are found as soon as any others, with every seed`(numbered: Numbered) throws {
        var random = SplitMix64(seed: 7)
        let size: UInt16 = 2048
        for _ in 0..<100 {
            let hash = PairHash { _ in random.next() }
            var isTaken = [Bool](repeating: false, count: Int(size))
            var probes = 0
            for number in 0..<size / 2 {
                var place = Int(hash(numbered.key(number)) % UInt32(size))
                probes += 1
                while isTaken[place] {
                    place = (place + 1) % isTaken.count
                    probes += 1
                }
                isTaken[place] = true
            }
            try #require(Double(probes) < 1.8 * Double(size / 2))
        }
    }

    /// Near and far, now and never, set, brought forward and cancelled.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `Timers go off in order, none late, none lost`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var now = Int64.random(in: -1_000_000_000...1_000_000_000, using: &random)
        var timers = Timers(from: now)
        var model: [Int: Int64] = [:]
        for _ in 0..<5000 {
            let index = Int.random(in: 0..<50, using: &random)
            let reach: Int64 = [1, 70_000, 30_000_000, 500_000_000].randomElement(using: &random) ?? 1
            let instant = now + Int64.random(in: 0...reach, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                timers.set(index, to: instant, now: now)
                model[index] = instant
            case 1:
                timers.bringForward(index, to: instant, now: now)
                model[index] = min(model[index] ?? .max, instant)
            case 2:
                timers.cancel(index)
                model[index] = nil
            default:
                #expect(timers.soonest <= model.values.min() ?? .max)
                var last = Int64.min
                while let (index, at) = timers.popFirst(upTo: instant) {
                    #expect(model[index] == at && at >= last && at <= instant)
                    model[index] = nil
                    last = at
                }
                #expect(model.values.allSatisfy { $0 > instant })
                now = instant
            }
        }
        #expect((timers.soonest == Timers.never) == model.isEmpty)
    }
}
