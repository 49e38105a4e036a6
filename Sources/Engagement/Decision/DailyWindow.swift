/// A part of each day in local time, such as `07:00-22:00`, or over midnight, `22:00-08:00`.
public enum DailyWindow: Hashable, Sendable {
    case always
    /// Never (`off`).
    case never
    /// Minutes since local midnight: from `start` until just before `end`; over midnight where `end` is less.
    case between(start: Int, end: Int)

    /// - Parameter minuteOfDay: 0 … 1439.
    public func contains(_ minuteOfDay: Int) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .between(let start, let end) where start < end: minuteOfDay >= start && minuteOfDay < end
        case .between(let start, let end): minuteOfDay >= start || minuteOfDay < end
        }
    }
}

extension DailyWindow: LosslessStringConvertible {
    /// Reads `always`, `off` and `HH:MM-HH:MM` (`24:00` is an end); anything else, and an empty window, is `nil`.
    public init?(_ text: String) {
        switch text {
        case "always": self = .always
        case "off": self = .never
        default:
            let ends = text.split(separator: "-", omittingEmptySubsequences: false)
            guard ends.count == 2, let start = Self.minutes(ends[0]), let end = Self.minutes(ends[1]), start < 1440,
                start != end
            else { return nil }
            self = .between(start: start, end: end)
        }
    }

    public var description: String {
        switch self {
        case .always: "always"
        case .never: "off"
        case .between(let start, let end): "\(Self.clock(start))-\(Self.clock(end))"
        }
    }

    private static func minutes(_ text: Substring) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
        let digits = [bytes[0], bytes[1], bytes[3], bytes[4]].map { Int($0) - Int(UInt8(ascii: "0")) }
        guard digits.allSatisfy((0...9).contains) else { return nil }
        let (hour, minute) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
        guard minute < 60, hour < 24 || (hour == 24 && minute == 0) else { return nil }
        return hour * 60 + minute
    }

    /// `17:05`. - Parameter minutes: since local midnight.
    static func clock(_ minutes: Int) -> String {
        let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}
