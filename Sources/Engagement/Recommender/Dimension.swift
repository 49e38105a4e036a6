/// One axis along which beers and tastes are compared.
public enum Dimension: Hashable, Sendable {
    case feature(Feature)
    /// Strength.
    case abv
    /// Bitterness.
    case ibu
}

extension Dimension: CustomStringConvertible {
    /// `tag:coffee`, `abv`, `ibu`.
    public var description: String {
        switch self {
        case .feature(let feature): feature.description
        case .abv: "abv"
        case .ibu: "ibu"
        }
    }
}
