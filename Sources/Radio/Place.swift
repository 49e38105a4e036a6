/// A point of the shop's floor, in metres.
struct Place: Hashable, Sendable {
    var x: Double
    var y = 0.0

    static let origin = Place(x: 0)

    func distance(to other: Place) -> Double {
        let (x, y) = (x - other.x, y - other.y)
        return (x * x + y * y).squareRoot()
    }
}
