public import Beacons
public import Messages

/// Who enrolled, what there is, and where it is sold: imported whole, never changed in place.
public struct Directory: Sendable {
    public let visitors: [Visitor]
    public let items: [Item]
    /// The scale of the items' and the visitors' ratings.
    public let ratingScale: RatingScale
    public let promotions: [Promotion]
    /// What the shops' own beacons stand for.
    public let places: [Place]
    private let selections: [String: Selection]
    private var staff: Set<BeaconIdentity>
    private var visitorByBeacon: [BeaconIdentity: Int]
    private let visitorByID: [String: Int]
    private let itemByID: [String: Int]
    private let placeIndex: PlaceIndex

    /// Ids and beacons are unique: of two alike the first holds (the import refuses them).
    public init(
        visitors: [Visitor] = [], items: [Item] = [], selections: [Selection] = [], promotions: [Promotion] = [],
        places: [Place] = [], staff: Set<BeaconIdentity> = []
    ) {
        self.visitors = visitors
        self.items = items
        self.promotions = promotions
        self.places = places
        self.staff = staff
        placeIndex = PlaceIndex(places)
        ratingScale = RatingScale(of: items.lazy.compactMap(\.rating))
        self.selections = Dictionary(selections.map { ($0.id, $0) }) { first, _ in first }
        itemByID = Dictionary(items.enumerated().map { ($1.id, $0) }) { first, _ in first }
        visitorByID = Dictionary(visitors.enumerated().map { ($1.id, $0) }) { first, _ in first }
        visitorByBeacon = Dictionary(
            visitors.enumerated().flatMap { index, visitor in
                (visitor.beacons + [visitor.phone]).map { ($0, index) }
            }
        ) { first, _ in first }
    }

    /// The same directory, in which beacons are known by other names, too.
    ///
    /// - Parameter names: all that a beacon may be called.
    public func knowing(_ names: (BeaconIdentity) -> [BeaconIdentity]) -> Directory {
        var directory = self
        for (beacon, visitor) in visitorByBeacon {
            for name in names(beacon) where directory.visitorByBeacon[name] == nil {
                directory.visitorByBeacon[name] = visitor
            }
        }
        for beacon in staff { directory.staff.formUnion(names(beacon)) }
        return directory
    }

    /// Who carries `beacon`.
    public func visitor(carrying beacon: BeaconIdentity) -> Visitor? { visitorByBeacon[beacon].map { visitors[$0] } }

    public func visitor(_ id: String) -> Visitor? { visitorByID[id].map { visitors[$0] } }

    public func item(_ id: String) -> Item? { itemByID[id].map { items[$0] } }

    public func selection(_ id: String) -> Selection? { selections[id] }

    /// Where a phone is that has met `beacon`; `nil`: no beacon of ours, or it is not told which.
    public func place(for beacon: Encounter.Beacon) -> Place? { placeIndex.place(for: beacon) }

    /// Whether `beacon` belongs to someone who works here.
    public func isStaff(_ beacon: BeaconIdentity) -> Bool { staff.contains(beacon) }
}
