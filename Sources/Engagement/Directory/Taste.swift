/// What a visitor has told us about beers.
public struct Taste: Hashable, Sendable {
    public var likes: [Preference]
    /// A beer with any of them is never suggested.
    public var dislikes: [Preference]
    /// Stars, 1 … 5, by item.
    public var ratings: [String: Double]

    public init(likes: [Preference] = [], dislikes: [Preference] = [], ratings: [String: Double] = [:]) {
        self.likes = likes
        self.dislikes = dislikes
        self.ratings = ratings
    }
}
