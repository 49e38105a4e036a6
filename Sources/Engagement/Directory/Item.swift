/// A beer.
public struct Item: Hashable, Sendable {
    public let id: String
    public let name: String
    public let brewery: String
    public let style: Style
    /// The style's tags and its own, such as flavours; none twice.
    public let tags: [String]
    /// By its style, or by what its name or the shop says.
    public let isLager: Bool
    /// Per cent by volume; `nil`: not known.
    public let abv: Double?
    /// Bitterness in IBU; `nil`: not known.
    public let ibu: Double?
    /// What others think of it; `nil`: not known.
    public let rating: RatingSummary?

    public init(
        id: String, name: String, brewery: String = "", style: Style, tags: [String] = [], abv: Double? = nil,
        ibu: Double? = nil, rating: RatingSummary? = nil
    ) {
        self.id = id
        self.name = name
        self.brewery = brewery
        self.style = style
        var seen: Set<String> = []
        self.tags = (style.tags + tags).filter { seen.insert($0).inserted }
        isLager = style.isLager || self.tags.contains("lager")
        self.abv = abv
        self.ibu = ibu
        self.rating = rating
    }

    public var family: String { style.family }

    /// All that `has` says yes to.
    var features: [Feature] {
        let families = isLager && family != "lager" ? [family, "lager"] : [family]
        return [Feature(.style, style.id)] + families.map { Feature(.family, $0) } + tags.map { Feature(.tag, $0) }
    }

    /// A lager is of the family `lager` whatever else it is.
    public func has(_ feature: Feature) -> Bool {
        switch feature.kind {
        case .style: style.id == feature.name
        case .family: family == feature.name || (isLager && feature.name == "lager")
        case .tag: tags.contains(feature.name)
        }
    }

    /// Whether all features of `preference` are there.
    public func has(_ preference: Preference) -> Bool { preference.features.allSatisfy(has) }
}
