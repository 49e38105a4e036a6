import Beacons
import Captures
import HCI
import TestSupport
import Testing

@Suite("Real captures")
struct RealCaptureTests {
    /// Through reader, decoder and beacon decoder.
    private func hear(_ name: String) throws -> (
        counters: ReportCounters, decoded: DecodeCounters, beacons: [BeaconIdentity: Int], seconds: Double
    ) {
        let (records, error) = read(try capture(name))
        #expect(error == nil)
        var decoder = ReportDecoder()
        var counters = DecodeCounters()
        var beacons: [BeaconIdentity: Int] = [:]
        for record in records {
            let packet = try #require(record.packet)
            decoder.decode(packet.span, at: record.unixMicroseconds) { _, data in
                BeaconDecoder.identities(in: data, counters: &counters) { beacons[$0.identity, default: 0] += 1 }
            }
        }
        let span = try #require(records.last).unixMicroseconds - (try #require(records.first)).unixMicroseconds
        return (decoder.counters, counters, beacons, Double(span) / 1e6)
    }

    @Test("An office full of phones: 12,607 reports in 40 s, no beacon")
    func office() throws {
        let (counters, decoded, beacons, seconds) = try hear("mitll_conference_nrf52_0")
        #expect(counters.reports == 12_607)
        #expect(counters.malformed == 0)
        #expect(beacons.isEmpty)
        #expect(decoded.beacons == 0)
        #expect((39...42).contains(seconds))
    }

    @Test("A Light Blue Bean and a neighbour are the iBeacons that they are; scan responses and a Gimbal tag are none")
    func bean() throws {
        let (counters, _, beacons, _) = try hear("lightbluebean_2015")
        let bean = try #require(BeaconUUID("A495DEAD-C5B1-4B44-B512-1370F02D74DE"))
        let neighbour = try #require(BeaconUUID("DAF246CE-8363-11E4-B116-123B93F75CBA"))
        #expect(
            beacons == [
                .iBeacon(uuid: bean, major: 12345, minor: 65535): 34,
                .iBeacon(uuid: neighbour, major: 0, minor: 1): 79,
            ])
        #expect(counters.reports == 242)
        #expect(counters.malformed == 0)
    }

    @Test("A person walks through a hall: one beacon, in nearly every report")
    func walk() throws {
        let (counters, _, beacons, seconds) = try hear("walk-receiver-01")
        let uuid = try #require(BeaconUUID("41c08dfd-b719-4ccb-9d3b-5aa7c3860f89"))
        #expect(beacons == [.iBeacon(uuid: uuid, major: 1, minor: 2): Int(counters.reports)])
        #expect(seconds > 60)
    }

    @Test(
        "What is read, written in any format and read again, is the same",
        arguments: ["mitll_conference_nrf52_0", "lightbluebean_2015", "walk-receiver-01"], CaptureFormat.allCases)
    func roundTrip(name: String, format: CaptureFormat) throws {
        let records = read(try capture(name)).records
        let (again, error) = read(written(records, format))
        #expect(again == records)
        #expect(error == nil)
    }

    @Test("A file cut anywhere gives the records before the cut, then says at which byte it is cut")
    func cut() throws {
        let whole = try capture("lightbluebean_2015")
        let records = read(whole).records
        var random = SplitMix64(seed: 1)
        for length in (0..<200).map({ _ in Int.random(in: 0..<whole.count, using: &random) }) + Array(0..<120) {
            let (found, error) = read(Array(whole.prefix(length)))
            #expect(found == Array(records.prefix(found.count)))
            guard let error else {
                // Cut between two records, which nobody can know.
                #expect(length == 16 || found.count > 0)
                continue
            }
            #expect(error.offset <= length && length - error.offset < 16 + 24 + 45)
            #expect(error.message.contains(length == 0 ? "not a capture" : "cut"))
        }
    }
}
