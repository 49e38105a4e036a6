import JSON

/// Times in payloads: RFC 3339, UTC, three decimals: `2026-11-30T17:05:12.345Z`.
///
/// Unix milliseconds beyond the years 0000 to 9999 are clamped to them. Days and dates are converted by counting
/// from 1 March, where the leap day is the last of its year, in eras of 400 years (146,097 days).
public enum Timestamp {
    /// 0000-01-01T00:00:00.000Z and 9999-12-31T23:59:59.999Z.
    public static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    private static let millisecondsPerDay: Int64 = 86_400_000
    /// From 0000-03-01 to 1970-01-01.
    private static let daysBefore1970: Int64 = 719_468
    private static let daysPerEra: Int64 = 146_097

    /// Appends the 24 characters.
    public static func append(_ milliseconds: Int64, to bytes: inout [UInt8]) {
        let time = min(max(milliseconds, range.lowerBound), range.upperBound)
        let day = floor(time, by: millisecondsPerDay)
        let inDay = time - day * millisecondsPerDay

        let fromMarch = day + daysBefore1970
        let era = floor(fromMarch, by: daysPerEra)
        let dayOfEra = fromMarch - era * daysPerEra
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let isNextYear = month >= 10

        let year = era * 400 + yearOfEra + (isNextYear ? 1 : 0)

        bytes.append(addingCapacity: 24) {
            twoDigits(year / 100, to: &$0)
            twoDigits(year % 100, to: &$0)
            $0.append(UInt8(ascii: "-"))
            twoDigits(isNextYear ? month - 9 : month + 3, to: &$0)
            $0.append(UInt8(ascii: "-"))
            twoDigits(dayOfYear - (153 * month + 2) / 5 + 1, to: &$0)
            $0.append(UInt8(ascii: "T"))
            twoDigits(inDay / 3_600_000, to: &$0)
            $0.append(UInt8(ascii: ":"))
            twoDigits(inDay / 60_000 % 60, to: &$0)
            $0.append(UInt8(ascii: ":"))
            twoDigits(inDay / 1000 % 60, to: &$0)
            $0.append(UInt8(ascii: "."))
            $0.append(digit(inDay % 1000 / 100))
            twoDigits(inDay % 100, to: &$0)
            $0.append(UInt8(ascii: "Z"))
        }
    }

    public static func text(_ milliseconds: Int64) -> String {
        var bytes: [UInt8] = []
        append(milliseconds, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Unix milliseconds; `nil` unless the text is a UTC time to the second, with up to nine decimals (those beyond
    /// milliseconds are cut off). A leap second is read as the one before it.
    public static func milliseconds(_ text: String) -> Int64? { milliseconds(utf8: text.utf8.span) }

    static func milliseconds(utf8 bytes: Span<UInt8>) -> Int64? {
        guard (20...30).contains(bytes.count), bytes[bytes.count - 1] == UInt8(ascii: "Z"),
            bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let year = number(bytes.extracting(0..<4)), let month = number(bytes.extracting(5..<7)),
            let day = number(bytes.extracting(8..<10)), let hour = number(bytes.extracting(11..<13)),
            let minute = number(bytes.extracting(14..<16)), let second = number(bytes.extracting(17..<19)),
            (1...12).contains(month), (1...days(in: month, of: year)).contains(day), hour < 24, minute < 60,
            second <= 60
        else { return nil }
        var fraction: Int64 = 0
        if bytes.count > 20 {
            let decimals = bytes.extracting(20..<bytes.count - 1)
            guard bytes[19] == UInt8(ascii: "."), !decimals.isEmpty, number(decimals) != nil,
                let first = number(decimals.extracting(first: 3))
            else { return nil }
            fraction = first * [100, 10, 1][min(decimals.count, 3) - 1]
        }
        let seconds = (hour * 60 + minute) * 60 + min(second, 59)
        return daysSince1970(year, month, day) * millisecondsPerDay + seconds * 1000 + fraction
    }

    private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let era = floor(yearFromMarch, by: 400)
        let yearOfEra = yearFromMarch - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * daysPerEra + dayOfEra - daysBefore1970
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        default: 31
        }
    }

    private static func floor(_ value: Int64, by divisor: Int64) -> Int64 {
        (value >= 0 ? value : value - divisor + 1) / divisor
    }

    /// Inlined: an event has three times.
    @inline(__always)
    private static func twoDigits(_ value: Int64, to text: inout OutputSpan<UInt8>) {
        text.append(digit(value / 10))
        text.append(digit(value % 10))
    }

    private static func digit(_ value: Int64) -> UInt8 { UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value) }

    private static func number(_ digits: Span<UInt8>) -> Int64? {
        var value: Int64 = 0
        for index in digits.indices {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digits[index]) else { return nil }
            value = value * 10 + Int64(digits[index] - UInt8(ascii: "0"))
        }
        return value
    }
}

extension JSONWriter {
    /// Unix milliseconds as a time.
    mutating func time(_ name: String, _ milliseconds: Int64) {
        self.name(name)
        plainString { Timestamp.append(milliseconds, to: &$0) }
    }
}
