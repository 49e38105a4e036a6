import Glibc

/// The embedded recommender, profile-match/1: what everyone thinks of a beer, and how well it fits what this visitor
/// told us. Built once a catalogue.
public struct ProfileMatch: Sendable {
    /// What the model was measured with (P@1 0.818 among held-out beers of 1,806 people; quality alone 0.803).
    private enum Constant {
        /// How much a full match counts against one standard deviation of quality.
        static let personal = 0.75
        /// Ratings at which half of the personal part counts.
        static let evidence = 10.0
        /// Ratings at which half of an item's quality counts.
        static let qualityShrinkage = 10.0
        /// Ratings of 0 that are added to a visitor's own when their leniency is estimated.
        static let leniencyShrinkage = 2.0
        /// What one declared like or dislike counts, in ratings and in standard deviations.
        static let declared = 3.0
        /// P = σ(intercept + slope · score), fitted on 1,500 people.
        static let intercept = 0.11
        static let slope = 2.1
        /// What contributes no more is no reason.
        static let reasonFloor = 0.02
        static let reasonLimit = 3
    }

    private let items: [Item]
    private let position: [String: Int]
    private let scale: RatingScale
    private let space: ItemVectors
    private let quality: [Double?]
    /// The items that have a feature.
    private let itemsWith: [Feature: [Int]]

    public init(items: [Item], scale: RatingScale) {
        self.items = items
        self.scale = scale
        position = Dictionary(items.enumerated().map { ($1.id, $0) }) { first, _ in first }
        space = ItemVectors(of: items)
        var itemsWith: [Feature: [Int]] = [:]
        for (index, item) in items.enumerated() {
            for feature in item.features { itemsWith[feature, default: []].append(index) }
        }
        self.itemsWith = itemsWith
        quality = items.map { item in
            item.rating.map { rating in
                let count = Double(rating.count)
                return (rating.mean - scale.mean) / scale.deviation * count / (count + Constant.qualityShrinkage)
            }
        }
    }

    /// By item: whether it has something that is disliked.
    private func blocked(by taste: Taste) -> [Bool] {
        var isBlocked = [Bool](repeating: false, count: items.count)
        for dislike in taste.dislikes {
            for index in dislike.features.first.flatMap({ itemsWith[$0] }) ?? [] where !isBlocked[index] {
                isBlocked[index] = dislike.features.count == 1 || items[index].has(dislike)
            }
        }
        return isBlocked
    }

    /// The candidates as they suit `taste`: what is disliked last, the likeliest first, then in the catalogue's order.
    /// Left out: what is not in the catalogue, and what the visitor has rated, since it is no news to them.
    ///
    /// - Parameter least: of what is disliked or matches less, at most one is told, where there is nothing else; `nil`:
    ///   all are told.
    public func rank(
        _ taste: Taste, among candidates: some Sequence<String>, worth least: Double? = nil
    ) -> [ScoredItem] {
        let profile = Profile(of: taste, in: self)
        let isBlocked = blocked(by: taste)
        var isRated = [Bool](repeating: false, count: items.count)
        for index in taste.ratings.keys.lazy.compactMap({ position[$0] }) { isRated[index] = true }
        var standings: [Standing] = []
        var hopeless: Standing?
        for id in candidates {
            guard let index = position[id], !isRated[index] else { continue }
            let match = match(of: index, by: profile)
            let isHopeless = least.map { isBlocked[index] || match < $0 } ?? false
            if isHopeless, hopeless?.isBlocked == false { continue }
            let standing = standing(of: index, match, by: profile, isBlocked: isBlocked[index])
            if isHopeless { hopeless = standing } else { standings.append(standing) }
        }
        if standings.isEmpty, let hopeless { standings = [hopeless] }
        standings.sort { left, right in
            if left.isBlocked != right.isBlocked { return right.isBlocked }
            return left.probability == right.probability
                ? left.index < right.index : left.probability > right.probability
        }
        return standings.map { standing in
            ScoredItem(
                id: items[standing.index].id, match: standing.match, quality: quality[standing.index],
                probability: standing.probability, reasons: reasons(for: standing.index, by: profile),
                blocked: standing.isBlocked ? taste.dislikes.filter { items[standing.index].has($0) } : [])
        }
    }

    /// What the order depends on: no strings, so that sorting is quick.
    private struct Standing {
        let index: Int
        let match: Double
        let probability: Double
        let isBlocked: Bool
    }

    private func match(of index: Int, by profile: Profile) -> Double {
        space.vectors[index].reduce(0) { $0 + profile.direction[$1.dimension] * $1.value }
    }

    private func standing(of index: Int, _ match: Double, by profile: Profile, isBlocked: Bool) -> Standing {
        let personal = Constant.personal * profile.evidence / (profile.evidence + Constant.evidence) * match
        let score = (quality[index] ?? 0) + personal
        let probability = 1 / (1 + exp(-(Constant.intercept + Constant.slope * score)))
        return Standing(index: index, match: match, probability: probability, isBlocked: isBlocked)
    }

    private func reasons(for index: Int, by profile: Profile) -> [Reason] {
        var reasons: [Reason] = []
        for component in space.vectors[index] {
            let contribution = profile.direction[component.dimension] * component.value
            if contribution > Constant.reasonFloor {
                reasons.append(Reason(space.dimensions[component.dimension], contribution: contribution))
            }
        }
        // Sorting is stable: equals stay in the order style, family, tags, abv, ibu.
        reasons.sort { $0.contribution > $1.contribution }
        return Array(reasons.prefix(Constant.reasonLimit))
    }

    /// A taste as a direction in the space of the items.
    private struct Profile {
        /// By dimension, of length 1; all 0 where nothing is known.
        private(set) var direction: [Double]
        /// Ratings, and what was declared in their stead.
        private(set) var evidence = 0.0

        init(of taste: Taste, in model: ProfileMatch) {
            direction = [Double](repeating: 0, count: model.space.dimensions.count)
            addRatings(of: taste, in: model)
            /// What was said of features that no item has: it turns the profile away from all of them.
            var elsewhere = 0.0
            func declare(_ features: [Feature], _ weight: Double) {
                for feature in features {
                    if let index = model.space.index[.feature(feature)] {
                        direction[index] += weight
                    } else {
                        elsewhere += weight * weight
                    }
                }
                evidence += Constant.declared
            }
            for like in taste.likes { declare(like.features, Constant.declared / Double(like.features.count)) }
            // Who dislikes fruity pale ale may like fruit and may like pale ale: several together are the gate's affair.
            for dislike in taste.dislikes where dislike.features.count == 1 {
                declare(dislike.features, -Constant.declared)
            }
            let length = (direction.reduce(elsewhere) { $0 + $1 * $1 }).squareRoot()
            if length > 0 { direction = direction.map { $0 / length } }
        }

        /// Each rated item, by how much better it was liked than its quality and the visitor's leniency explain.
        private mutating func addRatings(of taste: Taste, in model: ProfileMatch) {
            let residuals = taste.ratings.sorted { $0.key < $1.key }.compactMap { id, stars in
                model.position[id].map { index in
                    (index, (stars - model.scale.mean) / model.scale.deviation - (model.quality[index] ?? 0))
                }
            }
            let total = residuals.reduce(0) { $0 + $1.1 }
            let leniency = total / (Double(residuals.count) + Constant.leniencyShrinkage)
            for (index, residual) in residuals {
                for component in model.space.vectors[index] {
                    direction[component.dimension] += (residual - leniency) * component.value
                }
            }
            evidence += Double(residuals.count)
        }
    }
}
