/// What a rule saw, as people read it.
enum FindingText {
    /// `20 s`, with a decimal below ten seconds.
    static func seconds(_ milliseconds: Int64) -> String {
        let tenths = max(0, milliseconds) / 100
        return tenths < 100 && tenths % 10 != 0 ? "\(tenths / 10).\(tenths % 10) s" : "\(tenths / 10) s"
    }

    /// `20 h`, `7 d`.
    static func period(_ duration: Duration) -> String {
        let hours = duration.inMilliseconds / 3_600_000
        return hours >= 48 && hours % 24 == 0 ? "\(hours / 24) d" : "\(hours) h"
    }

    /// Two decimals of what lies between 0 and 1.
    static func share(_ number: Double) -> String {
        guard number.isFinite else { return "unknown" }
        let hundredths = Int((min(max(number, 0), 1) * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }

    static func standing(_ standing: Standing, at now: Int64) -> String {
        switch standing {
        case .present: "present"
        case .absent(let since): "not heard for \(seconds(now - since))"
        case .closed: "has left the store"
        }
    }
}
