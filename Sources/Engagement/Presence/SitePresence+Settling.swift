import Beacons

/// What follows for one shopper from what was said, and from time.
extension SitePresence {
    /// Brings one shopper up to `now`: the visit's end, the area, the dwell and what follows from it.
    ///
    /// - Parameters:
    ///   - start: from when a stay that begins now counts.
    ///   - leftAt: until when one that ends now counts.
    ///   - teller: where a level was just told; a challenger wins by its own word, not by time alone.
    ///   - isNew: the visit has just begun, and nobody was told yet.
    mutating func settle(
        _ shopper: inout Shopper, at now: Int64, start: Int64? = nil, leftAt: Int64? = nil,
        heardBy teller: Int? = nil, isNew: Bool = false
    ) {
        giveUp(shopper.links.filter { now - $0.heard >= Constants.givenUp && isDark($0) }, of: &shopper)
        let counted = shopper.links.filter { countsUntil($0) > now }
        shopper.absentSince = counted.isEmpty ? shopper.absentSince ?? now : nil
        if !counted.isEmpty { shopper.wasGivenUp = false }
        let area = arbitrate(&shopper, counted, heardBy: teller, at: now)
        let trigger = counted.first { $0.area == area }?.trigger ?? .dwell
        let end = leftAt ?? (counted.isEmpty ? shopper.visit.lastPresent : now)
        move(&shopper, to: area, trigger: trigger, from: shopper.area == nil ? start ?? now : now, leftAt: end)
        tell(&shopper, isNew: isNew, isHeard: !counted.isEmpty, at: now)
        decide(&shopper, at: now)
        if counted.isEmpty, let endsAt = endsAt(shopper), endsAt <= now {
            self.end(shopper)
        } else {
            schedule(&shopper, at: now)
            shoppers[shopper.visit.beacon] = shopper
        }
    }

    /// The shopper stands at `source` beyond doubt, and it is time to decide, dwell or not.
    mutating func decideAtOnce(
        _ beacon: BeaconIdentity, _ source: ZoneConfiguration.Source, _ trigger: Opportunity.Trigger, at now: Int64
    ) {
        guard var shopper = shoppers[beacon], let link = shopper.links.first(where: { $0.source == source }) else {
            return
        }
        let area = link.area
        move(&shopper, to: area, trigger: trigger, from: now, leftAt: now)
        tell(&shopper, isNew: false, isHeard: true, at: now)
        let index = shopper.dwells.firstIndex { $0.area == area }
        if let index { shopper.dwells[index].isDecided = true }
        opportunities.append(
            Opportunity(
                beacon: beacon, visit: shopper.visit.id, zone: area.flatMap { areas[$0].zone }, trigger: trigger,
                dwell: index.map { shopper.dwells[$0].total(at: now) } ?? 0, required: 0))
        schedule(&shopper, at: now)
        shoppers[beacon] = shopper
    }

    /// Ends the store visit, whenever that turns out.
    mutating func end(_ shopper: Shopper) {
        let visit = shopper.visit
        shoppers[visit.beacon] = nil
        changed.remove(visit.beacon)
        changes.ended.append(visit)
        let reason: Movement.EndReason = shopper.wasGivenUp ? .gatewayLost : .timeout
        changes.movements.append(
            Movement(kind: .left(reason), visit: visit, at: max(visit.lastPresent, visit.zoneSince)))
    }

    /// Forgets what gateways said that will not speak again.
    mutating func giveUp(_ gone: [Shopper.Link], of shopper: inout Shopper) {
        guard !gone.isEmpty else { return }
        shopper.links.removeAll { link in gone.contains { $0.source == link.source } }
        shopper.wasGivenUp = true
        changes.silences += gone.map { .init(source: $0.source, beacon: shopper.visit.beacon) }
    }

    /// When the visit of somebody who is absent ends; `nil`: not while we, or a gateway that had them, are deaf.
    private func endsAt(_ shopper: Shopper) -> Int64? {
        guard let listeningSince, !shopper.links.contains(where: { isDark($0) }) else { return nil }
        // Whoever had them is given up: there is nobody to wait for.
        if shopper.wasGivenUp, shopper.links.isEmpty { return .min }
        let heardBy = shopper.links.map { hasSpokenAt($0) }.max() ?? .min
        return max(shopper.visit.lastPresent + Constants.visitEnd, listeningSince + Constants.silence, heardBy)
    }

    /// The area that hears the shopper best.
    private func arbitrate(
        _ shopper: inout Shopper, _ counted: [Shopper.Link], heardBy teller: Int?, at now: Int64
    ) -> Int? {
        let levels = counted.lazy.compactMap { link in link.area.map { (area: $0, level: link.level ?? -128) } }
        return shopper.arbiter.judge(from: shopper.area, levels, teller: teller, at: now)
    }

    private func move(
        _ shopper: inout Shopper, to area: Int?, trigger: Opportunity.Trigger, from start: Int64, leftAt end: Int64
    ) {
        shopper.move(
            to: area, trigger: trigger, required: area.map { areas[$0].required } ?? 0, from: start, leftAt: end)
    }

    /// The world knows the zone of who is heard; of who is not it keeps the last.
    private mutating func tell(_ shopper: inout Shopper, isNew: Bool, isHeard: Bool, at now: Int64) {
        let zone = isHeard || isNew ? shopper.area.flatMap { areas[$0].zone } : shopper.visit.zone
        if isNew {
            shopper.visit.zone = zone
            changes.movements.append(Movement(kind: .entered, visit: shopper.visit, at: shopper.visit.since))
        } else if zone != shopper.visit.zone {
            let old = shopper.visit.zone
            shopper.visit.zone = zone
            shopper.visit.zoneSince = max(now, shopper.visit.zoneSince)
            changed.insert(shopper.visit.beacon)
            changes.movements.append(
                Movement(kind: .moved(from: old), visit: shopper.visit, at: shopper.visit.zoneSince))
        }
    }

    /// Dwell reached: an opportunity, once an area. Away for longer than a gap: the last one, and a fresh start.
    private mutating func decide(_ shopper: inout Shopper, at now: Int64) {
        for index in shopper.dwells.indices.reversed() where !shopper.dwells[index].isDecided {
            let dwell = shopper.dwells[index]
            let isReached = dwell.since != nil && dwell.total(at: now) >= dwell.required
            let isOver = dwell.since == nil && now - dwell.leftAt >= Constants.gap
            guard isReached || isOver else { continue }
            opportunities.append(
                Opportunity(
                    beacon: shopper.visit.beacon, visit: shopper.visit.id, zone: areas[dwell.area].zone,
                    trigger: dwell.trigger, dwell: dwell.total(at: now), required: dwell.required))
            if isReached { shopper.dwells[index].isDecided = true } else { shopper.dwells.remove(at: index) }
        }
    }

    mutating func schedule(_ shopper: inout Shopper, at now: Int64) {
        var next = Int64.max
        for link in shopper.links {
            let until = countsUntil(link)
            if until > now { next = min(next, until) }
            if isDark(link) { next = min(next, link.heard + Constants.givenUp) }
        }
        // While somebody hears them the visit does not end.
        if shopper.absentSince != nil { next = min(next, endsAt(shopper) ?? .max) }
        for dwell in shopper.dwells where !dwell.isDecided {
            let reached = dwell.since.map { $0 + dwell.required - dwell.sum }
            next = min(next, reached ?? dwell.leftAt + Constants.gap)
        }
        // Nothing can be due already: what was has just been settled.
        next = max(next, now + 1)
        guard next < shopper.queued else { return }
        shopper.queued = next
        deadlines.add(shopper.visit.beacon, at: next)
    }
}
