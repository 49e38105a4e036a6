import Beacons

/// One beacon's store visit as it goes on: who hears it, in which area it is, and for how long.
///
/// An area is a zone or, in a store without zones, the store; an index into `SitePresence`'s list.
struct Shopper {
    /// An open visit at one gateway's region.
    struct Link {
        let source: ZoneConfiguration.Source
        /// What the source belongs to by the site's configuration, looked up once; `nil`: nothing.
        var area: Int?
        var visit: String
        /// Filtered dBm, the gateway's offset subtracted; `nil`: none told yet.
        var level: Double?
        /// From when it counts, by the gateway's word.
        var start: Int64
        /// When the gateway last heard them, as far as we know.
        var heard: Int64
        /// Whether a fresh event or live presence stands behind it; before that it is only a rumour.
        var trigger: Opportunity.Trigger?
    }

    /// Time in one area.
    struct Dwell {
        var area: Int
        var trigger: Opportunity.Trigger
        /// Milliseconds that make an opportunity.
        var required: Int64
        /// Milliseconds of the stays that are over.
        var sum: Int64 = 0
        /// When the stay that goes on began.
        var since: Int64?
        /// When the last stay ended.
        var leftAt: Int64 = .min
        var isDecided = false

        func total(at now: Int64) -> Int64 { sum + max(now - (since ?? now), 0) }
    }

    var visit: StoreVisit
    var links: [Link] = []
    var area: Int?
    var arbiter = Arbiter()
    var dwells: [Dwell] = []
    /// When the last gateway lost them; `nil` while one has them.
    var absentSince: Int64?
    /// Whether a gateway that had them has been given up.
    var wasGivenUp = false
    /// The earliest time at which the queue will look at this shopper.
    var queued: Int64 = .max

    init(_ visit: StoreVisit) {
        self.visit = visit
        absentSince = visit.lastPresent
    }

    /// Goes to `area`, which may be the same or none.
    mutating func move(
        to area: Int?, trigger: Opportunity.Trigger, required: Int64, from start: Int64, leftAt end: Int64
    ) {
        guard area != self.area else { return }
        if let old = dwells.firstIndex(where: { $0.area == self.area }), let since = dwells[old].since {
            let left = max(end, since)
            dwells[old].sum += left - since
            dwells[old].since = nil
            dwells[old].leftAt = left
        }
        self.area = area
        guard let area else { return }
        let index = dwells.firstIndex { $0.area == area } ?? dwells.endIndex
        if index == dwells.endIndex { dwells.append(Dwell(area: area, trigger: trigger, required: required)) }
        dwells[index].since = max(start, dwells[index].leftAt)
    }

    /// What was taken for a stay that is resumed is a new one.
    mutating func hasJustCome(to area: Int?) {
        for index in dwells.indices where dwells[index].area == area && dwells[index].trigger == .resumed {
            dwells[index].trigger = .dwell
        }
    }
}
