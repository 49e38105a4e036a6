import Testing

@testable import BlueZ

@Suite("Time stamps")
struct StampConverterTests {
    @Test("A stamp keeps its age on the monotonic clock")
    func age() {
        var converter = StampConverter()
        #expect(converter.monotonic(1_000_000, realtime: 1_000_250, monotonic: 9_000) == 8_750)
    }

    @Test(
        "A wall clock that steps neither turns time back nor brings the future",
        arguments: [3_600_000_000, -3_600_000_000, 1_577_836_800_000_000] as [Int64])
    func step(by step: Int64) {
        var converter = StampConverter()
        #expect(converter.monotonic(1_000_000, realtime: 1_000_250, monotonic: 9_000) == 8_750)
        // Stamped before the step, read after it.
        let time = converter.monotonic(1_000_500, realtime: 1_000_600 + step, monotonic: 9_350)
        #expect((8_750...9_350).contains(time))
        #expect(converter.monotonic(1_000_700 + step, realtime: 1_000_800 + step, monotonic: 9_550) == 9_450)
    }

    @Test("Without a stamp a packet is received now")
    func none() {
        var converter = StampConverter()
        #expect(converter.monotonic(nil, realtime: 5, monotonic: 77) == 77)
    }
}
