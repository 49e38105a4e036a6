import Beacons
import Testing

@testable import Presence

@Suite struct LevelTests {
    /// Behaviour 9.
    @Test(
        arguments: [
            (0x00, -59), (0x03, -59), (0x7F, -59), (-128, -59), (-101, -59), (-19, -59), (-100, -100), (-20, -20),
            (-65, -65), (nil, -59),
        ] as [(Int8?, Int8)])
    func `A power that no beacon can have gives way to the fallback`(power: Int8?, expected: Int8) {
        var stage = Stage.settled()
        for second in 0..<3 { stage.hear(tag(1), Double(second), rssi: -59, power: power) }
        let reading = stage.events.first?.reading
        #expect(reading?.measuredPower == expected && reading?.level == -59)
        #expect(reading?.distance.map { $0.isFinite && $0 <= 100 } == true)
    }

    @Test(arguments: [127, 0, 20, nil] as [Int8?])
    func `What is no level counts as a sighting, and its distance is unknown`(rssi: Int8?) {
        var stage = Stage.settled()
        for second in 0..<3 { stage.hear(tag(1), Double(second), rssi: rssi) }
        let reading = stage.events.first?.reading
        #expect(reading == Reading(level: nil, measuredPower: -59, distance: nil, proximity: .unknown))
        stage.hear(tag(1), 3, rssi: -59)
        stage.advance(60)
        let exit = stage.events.last?.reading
        #expect(exit == Reading(level: -59, measuredPower: -59, distance: 1, proximity: .near))
    }

    @Test func `The region's power goes before the frame's, and offsets are subtracted`() {
        var stage = Stage.settled([
            .shop { region in
                region.measuredPower = -70
                region.rssiOffset = 4
            }
        ]) { $0.rssiOffset = 6 }
        for second in 0..<2 { stage.hear(tag(1), Double(second), rssi: -60, power: -59) }
        let reading = stage.events.first?.reading
        #expect(reading == Reading(level: -70, measuredPower: -70, distance: 1, proximity: .near))
    }

    @Test(
        arguments: [
            (-59, 1.0), (-65, 1.995_262_315), (-79, 10.0), (-53, 0.501_187_234), (-52, 0.446_683_592),
            (-69, 3.162_277_660), (-99, 100.0), (-127, 100.0),
        ] as [(Float, Double)])
    func `Distance follows the path loss model and ends at 100 m`(level: Float, expected: Double) {
        let reading = Distance(PresenceConfiguration(regions: [])).reading(level: level, power: -59)
        #expect(abs((reading.distance ?? 0) - expected) < 1e-8)
        let proximity: Proximity = expected < 0.5 ? .immediate : expected < 3 ? .near : .far
        #expect(reading.proximity == proximity)
    }

    @Test(arguments: [-29.5, -3, -0.7, 0, 0.000_1, 0.5, 1, 2.5, 12, 29.5])
    func `Ten to a power is right to twelve digits`(exponent: Double) {
        // 10 ^ x squared is 10 ^ 2x, whole powers are known.
        let value = Distance.powerOfTen(exponent)
        let square = Distance.powerOfTen(exponent / 2) * Distance.powerOfTen(exponent / 2)
        #expect(abs(value / square - 1) < 1e-12)
        #expect(Distance.powerOfTen(3) == 1000 && Distance.powerOfTen(-.infinity) == Distance.powerOfTen(-30))
        #expect(abs(Distance.powerOfTen(0.301_029_995_663_981_2) - 2) < 1e-12)
    }

    @Test func `A copy within 20 ms from the same address only raises its sample`() {
        var stage = Stage.settled { $0.ranging = nil }
        stage.hear(tag(1), 0, rssi: -80)
        stage.hear(tag(1), 0.010, rssi: -70)
        stage.hear(tag(1), 0.020, rssi: -90)
        let arriving = stage.outputs
        #expect(arriving.isEmpty)
        stage.hear(tag(1), 0.020_001, rssi: -70)
        let entered = stage.events.first
        #expect(entered?.at == seconds(0.020_001) && entered?.sightings == 2 && entered?.reading.level == -70)
    }

    @Test func `A frame from another address is no copy`() {
        var stage = Stage.settled()
        stage.hear(tag(1), 0, address: 1)
        stage.hear(tag(1), 0.010, address: 2)
        let story = stage.story()
        #expect(story == ["0.01 enter arrived"])
    }

    @Test func `A raised sample weighs as if it had been the first copy's`() {
        var raised = Stage.settled()
        var direct = Stage.settled()
        for second in 0..<3 {
            let now = Double(second)
            direct.hear(tag(1), now, rssi: -60 - Int8(second) * 4)
            raised.hear(tag(1), now, rssi: second == 1 ? nil : -75 - Int8(second))
            raised.hear(tag(1), now + 0.003, rssi: -60 - Int8(second) * 4)
        }
        raised.advance(60)
        direct.advance(60)
        let levels = (raised.events.last?.reading.level, direct.events.last?.reading.level)
        #expect(levels.0 != nil && levels.0 == levels.1)
    }

    @Test func `The level forgets with time, not with samples`() {
        // A step of −6 dB, heard at 1 and at 10 a second: after six seconds both have all but forgotten.
        for rate in [1.0, 10] {
            var level = Float.nan
            level = LevelFilter.level(from: level, sample: -60, weight: 0)
            for _ in 0..<Int(6 * rate) {
                let weight = LevelFilter.weight(after: Int64(1e6 / rate))
                level = LevelFilter.level(from: level, sample: -66, weight: weight)
            }
            #expect((-66 ... -65.3).contains(level))
        }
    }

    @Test func `No single outlier moves the level by more than ten decibels, or soon by one`() {
        let slow = LevelFilter.level(from: -60, sample: -120, weight: LevelFilter.weight(after: 1_000_000_000))
        #expect(slow >= -70 && slow < -69)
        let fast = LevelFilter.level(from: -60, sample: -120, weight: LevelFilter.weight(after: 100_000))
        #expect(fast > -61)
    }

    @Test func `Every sighting's fields fit in one cache line`() {
        #expect(MemoryLayout<Pair>.stride == 64)
        let stride = MemoryLayout<Pair>.stride + MemoryLayout<PairHistory>.stride
        #expect(stride <= 128)
    }
}
