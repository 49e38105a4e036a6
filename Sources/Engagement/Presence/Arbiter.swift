import Glibc

/// Decides which of several receivers a shopper stands at: the one that hears them best, by a margin that is larger just
/// after a change, and much larger for going back where they came from. So a body that turns, or a fade, is no walk to
/// the next shelf and back. The same code runs in the evaluation on real walks.
public struct Arbiter: Sendable {
    /// dB and milliseconds, chosen on nine walks (`deploy/evaluate nearest`).
    private enum Constant {
        /// A challenger must be heard so much better; just after a change by so much more, which is forgotten in time.
        static let (margin, fresh, freshTime) = (3.0, 3.0, 3000.0)
        /// One that was left lately must be heard better by so much more.
        static let (back, backTime) = (12.0, 20_000.0)
        /// What was left longer ago does not matter: less than 0.1 dB.
        static let forgotten: Int64 = 100_000
    }

    private var changedAt: Int64?
    private var left: [Int: Int64] = [:]

    public init() {}

    /// - Parameters:
    ///   - current: where they were; `nil`: nowhere.
    ///   - levels: of each receiver that hears them, dBm.
    ///   - teller: whose level is new; a challenger wins by its own word, not by time alone.
    /// - Returns: where they are; `nil`: nobody hears them.
    public mutating func judge(from current: Int?, _ levels: [Int: Double], teller: Int?, at now: Int64) -> Int? {
        guard let current, let level = levels[current] else { return Self.best(levels) }
        guard let teller, teller != current, levels[teller] != nil else { return current }
        let challengers = levels.filter { $0.key != current }.map { area, level in
            (area, level - faded(Constant.back, since: left[area], Constant.backTime, at: now))
        }
        let needed = level + Constant.margin + faded(Constant.fresh, since: changedAt, Constant.freshTime, at: now)
        guard let best = Self.best(Dictionary(uniqueKeysWithValues: challengers)), best == teller,
            challengers.contains(where: { $0.0 == best && $0.1 >= needed })
        else { return current }
        left = left.filter { now - $0.value < Constant.forgotten }
        left[current] = now
        changedAt = now
        return best
    }

    /// The lower index wins a tie, so that equal input gives equal output.
    private static func best(_ levels: [Int: Double]) -> Int? {
        levels.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    private func faded(_ penalty: Double, since time: Int64?, _ constant: Double, at now: Int64) -> Double {
        time.map { penalty * exp(-Double(max(now - $0, 0)) / constant) } ?? 0
    }
}
