/// Decides which of several receivers a shopper stands at: the one that hears them best, but another takes over only
/// after being better by a margin for a while. The same code runs in the evaluation on real walks.
public struct Arbiter: Sendable {
    /// A challenger must be heard so many dB better …
    public static let margin = 4.0
    /// … for so many milliseconds.
    public static let hold: Int64 = 1000

    private var challenger: (area: Int, since: Int64)?

    public init() {}

    /// - Parameters:
    ///   - current: where they were; `nil`: nowhere.
    ///   - levels: of each receiver that hears them, dBm.
    ///   - teller: whose level is new; a challenger wins by its own word, not by time alone.
    /// - Returns: where they are; `nil`: nobody hears them.
    public mutating func judge(from current: Int?, _ levels: [Int: Double], teller: Int?, at now: Int64) -> Int? {
        // The lower index wins a tie, so that equal input gives equal output.
        let best = levels.max { ($0.value, $1.key) < ($1.value, $0.key) }
        guard let current, let level = levels[current], let best else {
            challenger = nil
            return best?.key
        }
        guard best.key != current, best.value >= level + Self.margin else {
            challenger = nil
            return current
        }
        guard best.key == teller else { return current }
        let since = challenger.flatMap { $0.area == best.key ? $0.since : nil } ?? now
        guard now - since >= Self.hold else {
            challenger = (best.key, since)
            return current
        }
        challenger = nil
        return best.key
    }
}
