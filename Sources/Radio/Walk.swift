/// How far somebody is from the shelf's receiver, as time goes by: straight from point to point.
struct Walk: Sendable {
    struct Point: Sendable {
        /// Seconds since the simulation's start.
        var at: Double
        /// Metres from the receiver.
        var distance: Double
    }

    /// Ascending in time; never empty.
    private let points: [Point]

    init(from first: Point, _ rest: [Point]) { points = [first] + rest }

    /// Somebody who stands still from the start on.
    init(standingAt distance: Double, from start: Double, until end: Double) {
        self.init(from: Point(at: start, distance: distance), [Point(at: end, distance: distance)])
    }

    /// When they come in.
    var start: Double { points[0].at }
    /// When they are out of hearing.
    var end: Double { points[points.count - 1].at }

    /// Metres from the receiver at `instant` in seconds.
    func distance(at instant: Double) -> Double {
        guard let next = points.firstIndex(where: { $0.at > instant }) else { return points[points.count - 1].distance }
        guard next > 0 else { return points[0].distance }
        let (from, to) = (points[next - 1], points[next])
        return from.distance + (to.distance - from.distance) * (instant - from.at) / (to.at - from.at)
    }
}
