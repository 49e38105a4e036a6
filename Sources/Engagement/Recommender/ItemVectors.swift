import Glibc

/// Every item of a catalogue as a unit vector over style, family, tags, strength and bitterness.
struct ItemVectors: Sendable {
    struct Component: Sendable {
        /// Into `dimensions`.
        let dimension: Int
        let value: Double
    }

    /// How much each kind of dimension counts before the vector is brought to length 1 (chosen on 265,893 ratings
    /// of 16,926 people: flavour tags are worth as much as style, strength helps little).
    private enum Weight {
        static let style = 1.0
        static let family = 0.7
        static let tags = 1.0
        static let abv = 0.3
        static let ibu = 0.2
    }

    private(set) var dimensions: [Dimension] = [.abv, .ibu]
    private(set) var index: [Dimension: Int] = [.abv: 0, .ibu: 1]
    /// In the order of the catalogue; features in the order style, family, tags, abv, ibu.
    private(set) var vectors: [[Component]] = []

    init(of items: [Item]) {
        let abv = Spread(of: items.compactMap(\.likelyABV))
        let ibu = Spread(of: items.compactMap(\.likelyIBU))
        var frequency: [String: Int] = [:]
        for tag in items.lazy.flatMap(\.tags) { frequency[tag, default: 0] += 1 }
        vectors.reserveCapacity(items.count)
        for item in items {
            var vector = [
                component(.feature(Feature(.style, item.style.id)), Weight.style),
                component(.feature(Feature(.family, item.family)), Weight.family),
            ]
            let rarities = item.tags.map { log(1 + Double(items.count) / Double(frequency[$0] ?? 1)) }
            let length = rarities.reduce(0) { $0 + $1 * $1 }.squareRoot()
            for (tag, rarity) in zip(item.tags, rarities) {
                vector.append(component(.feature(Feature(.tag, tag)), Weight.tags * rarity / length))
            }
            vector.append(component(.abv, Weight.abv * abv.score(item.likelyABV)))
            vector.append(component(.ibu, Weight.ibu * ibu.score(item.likelyIBU)))
            vectors.append(Self.normalized(vector))
        }
    }

    private mutating func component(_ dimension: Dimension, _ value: Double) -> Component {
        if let known = index[dimension] { return Component(dimension: known, value: value) }
        index[dimension] = dimensions.count
        dimensions.append(dimension)
        return Component(dimension: dimensions.count - 1, value: value)
    }

    /// Never of length 0: the style alone is 1.
    private static func normalized(_ vector: [Component]) -> [Component] {
        let length = vector.reduce(0) { $0 + $1.value * $1.value }.squareRoot()
        return vector.map { Component(dimension: $0.dimension, value: $0.value / length) }
    }
}

/// Mean and population standard deviation.
private struct Spread {
    private let mean: Double
    private let deviation: Double

    init(of values: [Double]) {
        let mean = values.reduce(0, +) / Double(max(values.count, 1))
        self.mean = mean
        deviation = (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(values.count, 1))).squareRoot()
    }

    /// Standard deviations from the mean; 0 for what is not known.
    func score(_ value: Double?) -> Double {
        guard let value, deviation > 0 else { return 0 }
        return (value - mean) / deviation
    }
}

extension Item {
    /// The strength, or the middle of the style's.
    fileprivate var likelyABV: Double? { abv ?? style.abv.map(Self.middle) }
    /// The bitterness, or the middle of the style's.
    fileprivate var likelyIBU: Double? { ibu ?? style.ibu.map(Self.middle) }

    private static func middle(of range: ClosedRange<Double>) -> Double { (range.lowerBound + range.upperBound) / 2 }
}
