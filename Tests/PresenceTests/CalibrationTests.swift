import TestSupport
import Testing

@testable import Presence

@Suite struct CalibrationTests {
    /// Levels of a beacon at rest: 4 dB of noise, one in ten 20 dB down.
    private func levels(_ mean: Double, _ random: inout SplitMix64, count: Int = 60) -> [Double] {
        (0..<count).map { index in
            (mean + Double.random(in: -4...4, using: &random) - (index % 10 == 0 ? 20 : 0)).rounded()
        }
    }

    @Test(arguments: [(-59.0, 2.0), (-48, 1.5), (-71, 3.2)], 1...20 as ClosedRange<UInt64>)
    func `Noise and outliers move neither power nor exponent far`(
        beacon: (power: Double, exponent: Double), seed: UInt64
    )
        throws
    {
        var random = SplitMix64(seed: seed)
        let far = beacon.power - 10 * beacon.exponent * 0.602_06
        let calibration = try Calibration(
            atOneMetre: levels(beacon.power, &random), atFourMetres: levels(far, &random))
        #expect(abs(Double(calibration.measuredPower) - beacon.power) <= 2)
        #expect(abs(calibration.environment - beacon.exponent) <= 0.35)
    }

    @Test func `Levels without noise give back what made them`() throws {
        let calibration = try Calibration(
            atOneMetre: Array(repeating: -59, count: 20), atFourMetres: Array(repeating: -71.0412, count: 20))
        #expect(calibration.measuredPower == -59 && calibration.environment == 2)
    }

    @Test func `What says nothing is refused`() {
        func error(_ near: [Double], _ far: [Double]) -> CalibrationError? {
            do throws(CalibrationError) {
                _ = try Calibration(atOneMetre: near, atFourMetres: far)
                return nil
            } catch {
                return error
            }
        }
        func still(_ level: Double, _ count: Int = 20) -> [Double] { Array(repeating: level, count: count) }
        #expect(error(still(-59, 19), still(-71)) == .few(19))
        #expect(error(still(-59), still(-71, 10) + still(.nan)) == .few(10))
        #expect(error(still(-40, 10) + still(-60, 10), still(-71)) == .unsteady(20))
        #expect(error(still(-10), still(-22)) == .power(-10))
        #expect(error(still(-71), still(-59)) == .exponent(-12 / (10 * 4.0.decimalLogarithm)))
    }

    /// Taps of a second at ten levels a second, three seconds away in between.
    private func taps(_ count: Int, contact: Double, away: Double, _ random: inout SplitMix64) -> [Double] {
        (0..<count).flatMap { _ in
            (0..<40).map { ($0 < 30 ? away : contact) + Double.random(in: -3...3, using: &random) }
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `The floor lies under every tap and over arm's length`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let calibration = try TapCalibration(taps(10, contact: -34, away: -58, &random))
        #expect(calibration.taps == 10)
        #expect((-42 ... -36).contains(calibration.floor))
    }

    @Test func `Too few taps, or taps that are none, are refused`() {
        var random = SplitMix64(seed: 1)
        let (few, weak) = (taps(5, contact: -34, away: -58, &random), taps(10, contact: -52, away: -58, &random))
        #expect(throws: CalibrationError.fewTaps(5)) { try TapCalibration(few) }
        #expect(throws: CalibrationError.self) { try TapCalibration(weak) }
        #expect(throws: CalibrationError.few(0)) { try TapCalibration([]) }
    }
}
