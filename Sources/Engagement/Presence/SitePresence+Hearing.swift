public import Beacons

/// What gateways and phones say of shoppers.
extension SitePresence {
    /// A visit has begun at a gateway's region.
    /// - Parameters:
    ///   - keyID: names the key that made `beacon` a pseudonym.
    ///   - start: from when its dwell counts.
    ///   - isFresh: rule 1 let the event pass; else the visit is known, and counts for nothing.
    public mutating func entered(
        _ beacon: BeaconIdentity, keyID: String? = nil, _ source: ZoneConfiguration.Source, visit: String,
        level: Double?, start: Int64, heard: Int64, isFresh: Bool, at now: Int64
    ) {
        let trigger: Opportunity.Trigger? = isFresh ? .dwell : nil
        update(beacon, keyID, source, visit, level, start: start, heard: heard, trigger: trigger, at: now)
    }

    /// A visit goes on at a gateway's region. A live message of a gateway that is online makes it count, also where
    /// the enter was too late to.
    public mutating func present(
        _ beacon: BeaconIdentity, _ source: ZoneConfiguration.Source, visit: String, level: Double?, since: Int64,
        heard: Int64, isLive: Bool, at now: Int64
    ) {
        let trigger: Opportunity.Trigger? = isLive && resumes(source, heard: heard, at: now) ? .resumed : nil
        update(beacon, nil, source, visit, level, start: since, heard: heard, trigger: trigger, at: now)
    }

    /// A phone was held to a reader: who does that has dwelled, and stands there.
    public mutating func tapped(
        _ beacon: BeaconIdentity, keyID: String? = nil, _ source: ZoneConfiguration.Source, visit: String,
        level: Double?, start: Int64, heard: Int64, at now: Int64
    ) {
        update(beacon, keyID, source, visit, level, start: start, heard: heard, trigger: .tap, at: now)
        decideAtOnce(beacon, source, .tap, at: now)
    }

    /// A shopper's own phone hears a place, by our clock.
    /// - Parameters:
    ///   - zone: `nil`: the store.
    ///   - visit: an id, should it begin a store visit.
    ///   - required: the dwell that the place asks for, milliseconds; none: being there is enough.
    public mutating func encountered(
        _ beacon: BeaconIdentity, zone: String?, visit: String, required: Int64, at now: Int64
    ) {
        let source = ZoneConfiguration.Source.phone(in: zone)
        update(beacon, nil, source, visit, nil, start: now, heard: now, trigger: .phone, at: now)
        if required == 0 {
            decideAtOnce(beacon, source, .phone, at: now)
        } else if var shopper = shoppers[beacon],
            let index =
                shopper.dwells.firstIndex(where: { $0.since != nil && $0.trigger == .phone })
        {
            shopper.dwells[index].required = required
            settle(&shopper, at: now)
        }
    }

    /// A visit has ended at a gateway's region; others than the one that we know of do not matter.
    /// - Parameter visit: `nil`: whichever it is, as a phone says it.
    public mutating func left(
        _ beacon: BeaconIdentity, _ source: ZoneConfiguration.Source, visit: String?, heard: Int64, at now: Int64
    ) {
        guard var shopper = shoppers[beacon],
            let index = shopper.links.firstIndex(where: { $0.source == source && visit ?? $0.visit == $0.visit })
        else { return }
        shopper.links.remove(at: index)
        shopper.visit.lastPresent = max(shopper.visit.lastPresent, min(heard, now))
        changed.insert(beacon)
        settle(&shopper, at: now, leftAt: min(heard, now))
    }

    /// How strongly a gateway's region hears a shopper now. Says nothing of who is not a known visit there; one that
    /// was only a rumour, after a restart say, counts from now on.
    public mutating func ranged(
        _ beacon: BeaconIdentity, _ source: ZoneConfiguration.Source, level: Double?, heard: Int64, at now: Int64
    ) {
        guard var shopper = shoppers[beacon],
            let index = shopper.links.firstIndex(where: { $0.source == source })
        else { return }
        var start: Int64?
        shopper.links[index].level = level ?? shopper.links[index].level
        shopper.links[index].heard = max(shopper.links[index].heard, min(heard, now))
        if shopper.links[index].trigger == nil, resumes(source, heard: heard, at: now) {
            shopper.links[index].trigger = .resumed
            start = now - max(shopper.links[index].heard - shopper.links[index].start, 0)
        }
        shopper.visit.lastPresent = max(shopper.visit.lastPresent, min(heard, now))
        settle(&shopper, at: now, start: start, heardBy: shopper.links[index].area)
    }

    /// Whether a word that is live resumes: it is of now, and of a gateway that is online.
    private func resumes(_ source: ZoneConfiguration.Source, heard: Int64, at now: Int64) -> Bool {
        now - heard < Constants.live && heard - now <= Arrival.mostAhead && isOnline(source.gateway)
    }

    private mutating func update(
        _ beacon: BeaconIdentity, _ keyID: String?, _ source: ZoneConfiguration.Source, _ visit: String,
        _ level: Double?, start: Int64, heard: Int64, trigger: Opportunity.Trigger?, at now: Int64
    ) {
        let (heard, start) = (min(heard, now), min(start, now))
        // Counted until they were last heard: a word that comes late, or by a slow clock, knows nothing of after that.
        let since = now - max(heard - start, 0)
        // Who comes back after the visit's time has not been there since, whatever kept it open.
        var known = shoppers[beacon]
        if let old = known, start - old.visit.lastPresent >= Constants.visitEnd {
            end(old)
            known = nil
        }
        let isNew = known == nil
        // A rumour of long ago begins no store visit.
        guard !isNew || now - heard < Constants.visitEnd else { return }
        guard !isNew || shoppers.count < Constants.shoppers else {
            refused += 1
            return
        }
        var shopper = known ?? Shopper(StoreVisit(beacon: beacon, id: visit, since: start, lastPresent: heard))
        self.keyID = keyID ?? self.keyID
        if beacon.format == .pseudonym { shopper.visit.keyID = keyID ?? shopper.visit.keyID ?? self.keyID }
        let index = shopper.links.firstIndex { $0.source == source }
        guard index != nil || shopper.links.count < Constants.links else { return }
        var link =
            index.map { shopper.links[$0] }
            ?? Shopper.Link(source: source, area: area(of: source), visit: visit, start: start, heard: heard)
        // A rumour of another visit, from a back-log say, is older than what counts.
        if link.visit != visit, link.trigger != nil, trigger == nil { return }
        if link.visit != visit {
            link = Shopper.Link(source: source, area: link.area, visit: visit, start: start, heard: heard)
        }
        link.level = level ?? link.level
        link.heard = max(link.heard, heard)
        // Presence may reach us before the event that it follows: who enters has just come, and nothing is resumed.
        if link.trigger == .resumed, trigger == .dwell {
            link.trigger = .dwell
            shopper.hasJustCome(to: link.area)
        }
        link.trigger = link.trigger ?? trigger
        if let index { shopper.links[index] = link } else { shopper.links.append(link) }
        shopper.visit.lastPresent = max(shopper.visit.lastPresent, heard)
        // An event mostly says what the presence that came just before it has said.
        if shopper.visit != known?.visit { changed.insert(beacon) }
        settle(&shopper, at: now, start: since, heardBy: link.area, isNew: isNew)
    }
}
