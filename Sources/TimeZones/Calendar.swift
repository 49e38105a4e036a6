import CLocalTime

/// One of ICU's calendars, closed when it goes out of scope. Not thread-safe.
struct Calendar: ~Copyable {
    private let handle: OpaquePointer

    /// Longer than any zone's name (the longest of 2026 has 32 characters).
    private static let longestName = 128

    init?(zone: String) {
        let name = Array(zone.utf16)
        guard name.count < Self.longestName, Self.isKnown(name) else { return nil }
        guard let handle = beckon_calendar_open(name, Int32(name.count)) else { return nil }
        self.handle = handle
    }

    deinit { beckon_calendar_close(handle) }

    /// `ucal_open` takes every name, and gives Greenwich for what it does not know.
    private static func isKnown(_ name: [UInt16]) -> Bool {
        var canonical = [UInt16](repeating: 0, count: longestName)
        let count = beckon_zone(name, Int32(name.count), &canonical, Int32(canonical.count))
        return count > 0 && !canonical.prefix(Int(count)).elementsEqual("Etc/Unknown".utf16)
    }

    func fields(at unixMilliseconds: Int64) -> LocalTime? {
        var values = [Int32](repeating: 0, count: 6)
        guard beckon_calendar_fields(handle, Double(unixMilliseconds), &values) != 0 else { return nil }
        let numbers = values.map(Int.init)
        // ICU counts months from 0 and days of the week from Sunday, 1.
        return LocalTime(
            minuteOfDay: numbers[4] * 60 + numbers[5], weekday: (numbers[3] + 5) % 7 + 1, year: numbers[0],
            month: numbers[1] + 1, day: numbers[2])
    }
}
