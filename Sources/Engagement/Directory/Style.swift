/// A beer style: what its beers have in common.
public struct Style: Hashable, Sendable {
    /// `imperial_stout`; several names of a catalogue may mean one style.
    public let id: String
    /// In words, `imperial stout`.
    public let label: String
    /// `stout`.
    public let family: String
    public let tags: [String]
    /// What a shopper would call a lager, whatever its family.
    public let isLager: Bool
    /// Per cent by volume, lowest to highest (BJCP 2021); `nil` where the style sets none.
    public let abv: ClosedRange<Double>?
    /// Bitterness in IBU (BJCP 2021).
    public let ibu: ClosedRange<Double>?

    public init(
        id: String, label: String, family: String, tags: [String] = [], isLager: Bool = false,
        abv: ClosedRange<Double>? = nil, ibu: ClosedRange<Double>? = nil
    ) {
        self.id = id
        self.label = label
        self.family = family
        self.tags = tags
        self.isLager = isLager
        self.abv = abv
        self.ibu = ibu
    }
}
