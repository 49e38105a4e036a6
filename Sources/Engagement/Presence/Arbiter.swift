import Glibc

/// Decides which of several receivers a shopper stands at: the one that hears them best.
///
/// A body only ever takes away: a turn costs the receiver behind it 3 to 21 dB. So what counts of a receiver is the best
/// it has lately heard, which falls by what a walker loses. One packet is heard by all, and told by one after the other:
/// so a lead counts once the receiver that it is over has spoken too, or the challenger again. And going back where
/// they came from takes more, which is forgotten in time.
///
/// One setting for four receivers in a hall and for twelve, from nine walks (`deploy/evaluate nearest`); what each part
/// adds there, and what other constants give, is in `Tests/Evaluation/results.json`. Memory is bounded by the areas of a
/// site, and allocated only where a shopper meets a new one.
public struct Arbiter: Sendable {
    /// dB and milliseconds.
    private enum Constant {
        /// A challenger must be heard so much better.
        static let margin = 2.0
        /// dB a second by which the best of lately falls, as it does for who walks away at 1.4 m/s and is 12 m off.
        static let fall = 1.0
        /// One that was left lately must be heard better by so much more.
        static let (back, backTime) = (10.0, 15_000.0)
        /// A challenger's own second word confirms its lead no sooner, so that one packet heard by two gateways of a
        /// zone is one word.
        static let again: Int64 = 250
    }

    private struct Receiver {
        let area: Int
        /// dBm, the best of lately; `nil`: does not hear them.
        var held: Double?
        /// Whether it hears them now.
        var isHeard = false
        var leftAt: Int64?

        func penalty(at now: Int64) -> Double {
            leftAt.map { Constant.back * exp(-Double(max(now - $0, 0)) / Constant.backTime) } ?? 0
        }
    }

    private var receivers: [Receiver] = []
    private var heldAt: Int64 = .min
    /// Who leads by the margin and waits for another word, and since when.
    private var challenger: (area: Int, since: Int64)?

    public init() {}

    /// - Parameters:
    ///   - current: where they were; `nil`: nowhere.
    ///   - levels: of each receiver that hears them, dBm; of several of one area the best counts.
    ///   - teller: whose level is new; a challenger wins by a word, not by time alone.
    /// - Returns: where they are; `nil`: nobody hears them.
    public mutating func judge(
        from current: Int?, _ levels: some Sequence<(area: Int, level: Double)>, teller: Int?, at now: Int64
    ) -> Int? {
        hear(levels, at: now)
        guard let current, let held = receivers.first(where: { $0.area == current })?.held else {
            challenger = nil
            return best { $0.held ?? -.infinity }?.area
        }
        guard let teller else { return current }
        let level = { (receiver: Receiver) in (receiver.held ?? -.infinity) - receiver.penalty(at: now) }
        guard let leader = best(but: current, level), level(leader) >= held + Constant.margin else {
            challenger = nil
            return current
        }
        guard let challenger, challenger.area == leader.area else {
            if teller == leader.area { self.challenger = (teller, now) }
            return current
        }
        let isConfirmed =
            teller == current || teller == leader.area && now - challenger.since >= Constant.again
        guard isConfirmed else { return current }
        if let index = receivers.firstIndex(where: { $0.area == current }) { receivers[index].leftAt = now }
        self.challenger = nil
        return leader.area
    }

    private mutating func hear(_ levels: some Sequence<(area: Int, level: Double)>, at now: Int64) {
        let fallen = heldAt == .min ? 0 : Double(max(now - heldAt, 0)) / 1000 * Constant.fall
        heldAt = max(heldAt, now)
        for index in receivers.indices {
            receivers[index].isHeard = false
            receivers[index].held = receivers[index].held.map { $0 - fallen }
        }
        for (area, level) in levels {
            let index = receivers.firstIndex { $0.area == area } ?? receivers.endIndex
            if index == receivers.endIndex { receivers.append(Receiver(area: area)) }
            receivers[index].isHeard = true
            receivers[index].held = max(receivers[index].held ?? -.infinity, level)
        }
        for index in receivers.indices where !receivers[index].isHeard { receivers[index].held = nil }
    }

    /// The lower area wins a tie, so that equal input gives equal output.
    private func best(but current: Int? = nil, _ level: (Receiver) -> Double) -> Receiver? {
        receivers.lazy.filter { $0.held != nil && $0.area != current }
            .max { (level($0), $1.area) < (level($1), $0.area) }
    }
}
