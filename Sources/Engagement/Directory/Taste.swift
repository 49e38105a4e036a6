/// What a visitor has told us about beers.
public struct Taste: Hashable, Sendable {
    public var likes: [Trait]
    /// A beer with any of them is never suggested.
    public var dislikes: [Trait]
    /// Stars, 1 … 5, by item.
    public var ratings: [String: Double]

    public init(likes: [Trait] = [], dislikes: [Trait] = [], ratings: [String: Double] = [:]) {
        self.likes = likes
        self.dislikes = dislikes
        self.ratings = ratings
    }
}
