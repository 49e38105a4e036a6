/// Figures as people read them.
enum LevelText {
    /// Whole dBm, with a true minus sign.
    static func dBm(_ level: Double?, else other: String = "–") -> String {
        guard let level, level.isFinite, abs(level) < 1000 else { return other }
        let whole = Int(level.rounded())
        return "\(whole < 0 ? "−" : "")\(abs(whole)) dBm"
    }

    /// Metres with one decimal.
    static func metres(_ distance: Double?) -> String {
        guard let distance, distance.isFinite, (0..<1000).contains(distance) else { return "–" }
        let tenths = Int((distance * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) m"
    }

    /// The largest whole unit. - Parameter milliseconds: a negative one counts as none.
    static func age(_ milliseconds: Int64?) -> String {
        guard let milliseconds else { return "–" }
        let seconds = max(milliseconds, 0) / 1000
        return switch seconds {
        case 0..<60: "\(seconds) s"
        case 60..<3600: "\(seconds / 60) min"
        case 3600..<86_400: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) d"
        }
    }
}
