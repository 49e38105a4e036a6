import Beacons
import Foundation
import Presence
import Testing

@testable import Edge

/// The ring of files, on a disk.
@Suite struct RewindLogTests {
    private let folder = NSTemporaryDirectory() + "rewind-\(UUID().uuidString)"
    private let wall: Int64 = 1_700_000_000_000_000

    private func sighting(_ second: Int64, minor: UInt16 = 1) -> Sighting {
        Sighting(
            beacon: .iBeacon(uuid: BeaconUUID(7), major: 1, minor: minor), address: BluetoothAddress(1), rssi: -60,
            measuredPower: -59, at: Instant(microseconds: second * 1_000_000))
    }

    private var configuration: PresenceConfiguration {
        var region = Region(
            name: "shop", role: .store, filter: .iBeacon(uuid: BeaconUUID(7), majors: nil, minors: nil))
        region.exit.after = .seconds(30)
        return PresenceConfiguration(regions: [region])
    }

    /// One run of a gateway, with a sighting a second in `seconds`.
    private func record(_ seconds: Range<Int64>, keep: Duration = .seconds(86_400), maxSize: Int64 = 32 << 20) {
        let start = Instant(microseconds: seconds.lowerBound * 1_000_000)
        var log = RewindLog(
            folder, keep: keep, maxSize: maxSize, isHearing: true, at: start,
            unixMicroseconds: wall + start.microseconds)
        for second in seconds {
            log.sight(sighting(second))
            log.advance(to: Instant(microseconds: second * 1_000_000))
        }
    }

    @Test func `Killed, it loses a batch at most; the time between two runs is no silence`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        record(0..<100)
        record(200..<300)
        #expect(RewindFolder(folder).files().count == 2)
        var events: [PresenceEvent] = []
        let result = try #require(try RewindRecord(folder).play(configuration) { events.append($0) })
        // Batches at 10, 20 … 90 s; a hundred seconds later the beacon is still there.
        #expect(result.end == Instant(microseconds: wall + 290_000_000) && result.damaged.isEmpty)
        #expect(events.count == 1 && result.openVisits == 1)
    }

    @Test func `It stays within its size and its age`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        record(0..<20_000, maxSize: 65_536)
        let sizes = try RewindFolder(folder).files().map { name in
            try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.size] as? Int ?? 0
        }
        #expect(sizes.count > 4 && sizes.reduce(0, +) <= 65_536)
        record(20_000..<24_000, keep: .seconds(800))
        let first = try #require(RewindFolder(folder).files().first.flatMap(RewindFolder.time(of:)))
        #expect(first >= wall + 23_000_000_000)
    }

    @Test func `A damaged file is read up to the damage, and the next one whole`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        record(0..<100)
        record(200..<300)
        let name = try #require(RewindFolder(folder).files().first)
        let url = URL(fileURLWithPath: "\(folder)/\(name)")
        var bytes = try Data(contentsOf: url)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: url)
        let result = try #require(try RewindRecord(folder).play(configuration) { _ in })
        #expect(result.damaged == [name] && result.end == Instant(microseconds: wall + 290_000_000))
        #expect(try RewindRecord(folder + "/none").play(configuration) { _ in }?.end == nil)
    }
}
