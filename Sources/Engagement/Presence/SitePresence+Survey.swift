public import Beacons

/// What people want to see of a store.
extension SitePresence {
    /// Who is there at a moment.
    public struct Survey: Hashable, Sendable {
        public struct Shopper: Hashable, Sendable {
            public let beacon: BeaconIdentity
            /// `nil`: the store.
            public let zone: String?
            /// In it since then, Unix milliseconds.
            public let since: Int64
            /// dBm where they are heard best; `nil`: not told.
            public let level: Double?
        }

        /// How many are there.
        public internal(set) var count = 0
        /// And in each zone.
        public internal(set) var zones: [String?: Int] = [:]
        /// The latest, the last to come first.
        public internal(set) var latest: [Shopper] = []
    }

    /// How strongly one region hears a shopper.
    public struct Hearing: Hashable, Sendable {
        public let source: ZoneConfiguration.Source
        /// Filtered dBm, offsets subtracted; `nil`: none told yet.
        public let level: Double?
        /// When it last heard them, Unix milliseconds.
        public let heard: Int64
    }

    /// Who is there now, at most `limit` of them by name.
    public func survey(atMost limit: Int) -> Survey {
        var survey = Survey()
        for shopper in shoppers.values where shopper.absentSince == nil {
            survey.count += 1
            survey.zones[shopper.visit.zone, default: 0] += 1
            survey.latest.append(
                .init(
                    beacon: shopper.visit.beacon, zone: shopper.visit.zone, since: shopper.visit.zoneSince,
                    level: shopper.links.compactMap(\.level).max()))
            // Sorted a few times, however many they are.
            if survey.latest.count >= 4 * max(limit, 1) { survey.keepLatest(limit) }
        }
        survey.keepLatest(limit)
        return survey
    }

    /// Who hears a shopper.
    public func hearings(of beacon: BeaconIdentity) -> [Hearing] {
        shoppers[beacon]?.links.map { Hearing(source: $0.source, level: $0.level, heard: $0.heard) } ?? []
    }
}

extension SitePresence.Survey {
    fileprivate mutating func keepLatest(_ limit: Int) {
        latest.sort { $0.since == $1.since ? $0.beacon.description < $1.beacon.description : $0.since > $1.since }
        latest.removeLast(max(latest.count - limit, 0))
    }
}
