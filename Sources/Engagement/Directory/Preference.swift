/// What a visitor likes or dislikes: a feature, or several that a beer must have together
/// (`family:pale_ale & tag:fruit`).
public struct Preference: Hashable, Sendable {
    /// At least one.
    public let features: [Feature]

    public init(_ feature: Feature, _ others: Feature...) {
        features = [feature] + others
    }
}

extension Preference: LosslessStringConvertible {
    /// Reads features joined by `&`, at most 8; anything else is `nil`.
    public init?(_ text: String) {
        let parts = text.split(separator: "&", omittingEmptySubsequences: false)
        let features = parts.compactMap { Feature(String($0.trimmingSpaces)) }
        guard features.count == parts.count, features.count <= 8 else { return nil }
        self.features = features
    }

    public var description: String { features.map(\.description).joined(separator: " & ") }
}

extension Substring {
    /// Without spaces and tabs at either end.
    var trimmingSpaces: Substring {
        let isBlank = { (letter: Character) in letter == " " || letter == "\t" }
        var text = drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }
}
