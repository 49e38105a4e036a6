/// Where somebody is as time goes by: straight from point to point.
struct Walk: Sendable {
    struct Point: Sendable {
        /// Seconds since the simulation's start.
        var at: Double
        var place: Place

        init(at instant: Double, _ place: Place) {
            at = instant
            self.place = place
        }

        /// - Parameter distance: metres from a receiver at the origin.
        init(at instant: Double, distance: Double) { self.init(at: instant, Place(x: distance)) }
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

    /// Where they are at `instant` in seconds.
    func place(at instant: Double) -> Place {
        guard let next = points.firstIndex(where: { $0.at > instant }) else { return points[points.count - 1].place }
        guard next > 0 else { return points[0].place }
        let (from, to) = (points[next - 1], points[next])
        let (passed, way) = (instant - from.at, to.at - from.at)
        return Place(
            x: from.place.x + (to.place.x - from.place.x) * passed / way,
            y: from.place.y + (to.place.y - from.place.y) * passed / way)
    }
}
