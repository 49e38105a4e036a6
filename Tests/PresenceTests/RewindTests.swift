import Beacons
import TestSupport
import Testing

@testable import Presence

@Suite struct RewindTests {
    private static let uuid = BeaconUUID(7)

    private func read(_ bytes: [UInt8]) -> (items: [RewindReader.Item], isDamaged: Bool) {
        guard var reader = RewindReader(bytes) else { return ([], true) }
        var items: [RewindReader.Item] = []
        while let item = reader.next() { items.append(item) }
        return (items, reader.isDamaged)
    }

    private func beacon(_ random: inout SplitMix64) -> BeaconIdentity {
        let number = UInt16.random(in: 0..<50, using: &random)
        return switch random.next() % 4 {
        case 0: .iBeacon(uuid: Self.uuid, major: 1, minor: number)
        case 1: .altBeacon(code: number, idUpper: 9, idLower: .max)
        case 2: .eddystoneUID(namespace: UInt128(number) << 60, instance: 3)
        default: .address(BluetoothAddress(UInt64(number) << 32))
        }
    }

    /// A record of `batches`, and what was put in, batch by batch.
    private func record(
        _ random: inout SplitMix64, batches: Int
    ) -> (header: [UInt8], batches: [(bytes: [UInt8], items: [RewindReader.Item])]) {
        var at = Instant(microseconds: 1_700_000_000_000_000)
        var writer = RewindWriter(at: at, unixMicroseconds: at.microseconds, isHearing: true)
        let header = writer.header
        let content = (0..<batches).map { _ in
            var items: [RewindReader.Item] = []
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                at = at + .microseconds(Int64.random(in: 0...5_000_000, using: &random))
                if random.next() % 10 == 0 {
                    let isHearing = random.next() % 2 == 0
                    writer.append(isHearing: isHearing, at: at)
                    items.append(.hearing(isHearing, at: at))
                } else {
                    let rssi = random.next() % 5 == 0 ? nil : Int8.random(in: -127...20, using: &random)
                    let sighting = Sighting(
                        beacon: beacon(&random), address: BluetoothAddress(random.next() % 100),
                        rssi: rssi, measuredPower: random.next() % 2 == 0 ? nil : -59, at: at)
                    writer.append(sighting)
                    items.append(.sighting(sighting))
                }
            }
            var bytes: [UInt8] = []
            writer.takeBatch(until: at) { bytes = $0 }
            return (bytes, items + [.passed(at: at)])
        }
        return (header, content)
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func `What is written is read, up to where it is cut or damaged`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let (header, batches) = record(&random, batches: 6)
        let whole = read(header + batches.flatMap(\.bytes))
        #expect(whole.items == batches.flatMap(\.items) && !whole.isDamaged)

        let good = Int(random.next() % 6)
        let start = header.count + batches[..<good].reduce(0) { $0 + $1.bytes.count }
        let place = start + Int.random(in: 0..<batches[good].bytes.count, using: &random)
        let expected = batches[..<good].flatMap(\.items)
        let cut = read(Array((header + batches.flatMap(\.bytes))[..<place]))
        #expect(cut.items == expected && cut.isDamaged == (place > start))
        var damaged = header + batches.flatMap(\.bytes)
        damaged[place] ^= UInt8.random(in: 1...255, using: &random)
        let rest = read(damaged)
        #expect(rest.items == expected && rest.isDamaged)
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `Any bytes end, even with a checksum that is right`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let payload = random.bytes(1...300)
        let checksum = RewindFormat.checksum(payload[...])
        let frame = [UInt32(payload.count), checksum].flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        }
        let time = random.bytes(8...8)
        #expect(read(RewindFormat.magic + time + [1] + frame + payload).items.count <= payload.count)
        #expect(RewindReader(random.bytes(0...40)) == nil)
    }

    @Test func `A sighting costs a few bytes, and a flood of beacons no more memory`() {
        var writer = RewindWriter(at: .zero, unixMicroseconds: 0, isHearing: true)
        var total = 0
        for index in 0..<Int64(100_000) {
            let minor = UInt16(truncatingIfNeeded: index % 8)
            writer.append(
                Sighting(
                    beacon: .iBeacon(uuid: Self.uuid, major: 1, minor: minor), address: BluetoothAddress(1),
                    rssi: -60, measuredPower: -59, at: Instant(microseconds: index * 100_000)))
        }
        total = writer.pending
        #expect(total < 100_000 * 6)
        var bytes = writer.header
        writer.takeBatch(until: .zero) { bytes += $0 }
        for index in 0..<UInt64(40_000) {
            writer.append(
                Sighting(
                    beacon: .iBeacon(uuid: BeaconUUID(UInt128(index)), major: 1, minor: 1),
                    address: BluetoothAddress(index), rssi: -60, measuredPower: nil, at: .zero))
        }
        writer.takeBatch(until: .zero) { bytes += $0 }
        let items = read(bytes)
        #expect(items.items.count == 140_002 && !items.isDamaged)
    }
}
