/// Another configuration, while people are in the store.
extension SitePresence {
    /// Goes on by other zones and rules. Visits go on, and so does the dwell in each zone that is still there, by the time
    /// that it asks for now.
    public mutating func reconfigure(
        _ site: SiteConfiguration, _ rules: RuleConfiguration, storeRegions: Set<String>, at now: Int64
    ) {
        let next = SitePresence(site, rules, storeRegions: storeRegions)
        let places = areas.map { area in next.areas.firstIndex { $0.zone == area.zone } }
        (areas, areaBySource, self.storeRegions) = (next.areas, next.areaBySource, next.storeRegions)
        for beacon in Array(shoppers.keys) {
            guard var shopper = shoppers[beacon] else { continue }
            shopper.follow(places, required: areas.map(\.required))
            for index in shopper.links.indices { shopper.links[index].area = area(of: shopper.links[index].source) }
            // What it was queued for may be due earlier now.
            shopper.queued = .max
            settle(&shopper, at: now)
        }
    }
}

extension Shopper {
    /// - Parameters:
    ///   - places: the areas' new indices; `nil`: it is no more.
    ///   - required: of the new areas, milliseconds.
    fileprivate mutating func follow(_ places: [Int?], required: [Int64]) {
        dwells = dwells.compactMap { dwell in
            guard let area = places[dwell.area] else { return nil }
            var dwell = dwell
            dwell.area = area
            // A phone's place has a time of its own.
            if dwell.trigger != .phone { dwell.required = required[area] }
            return dwell
        }
        area = area.flatMap { places[$0] }
        arbiter = Arbiter()
    }
}
