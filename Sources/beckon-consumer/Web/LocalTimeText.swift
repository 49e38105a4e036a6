import Pages
import TimeZones

/// An instant in words, by the clock on a shop's wall.
enum LocalTimeText {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// - Parameters:
    ///   - time: Unix milliseconds.
    ///   - zone: `nil`, or one that is not known: Greenwich, and it says so.
    static func text(_ time: Int64, zone: String?, _ language: Language) -> String {
        let local = zone.flatMap { LocalTime(unixMilliseconds: time, zone: $0) }
        guard let local = local ?? LocalTime(unixMilliseconds: time, zone: "UTC") else { return "" }
        let (hour, minute) = local.minuteOfDay.quotientAndRemainder(dividingBy: 60)
        let minutes = minute < 10 ? "0\(minute)" : "\(minute)"
        return switch language {
        case .english:
            "\(local.day) \(months[min(max(local.month, 1), 12) - 1]) \(local.year), \(hour):\(minutes)"
        case .finnish: "\(local.day).\(local.month).\(local.year) klo \(hour).\(minutes)"
        case .japanese: "\(local.year)年\(local.month)月\(local.day)日 \(hour):\(minutes)"
        }
    }
}
