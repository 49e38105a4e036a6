import Engagement

extension RuleConfiguration {
    mutating func read(_ section: Section) {
        section.read("dwell", into: &dwell, .duration(.zero))
        section.read("store_dwell", into: &storeDwell, .duration(.zero))
        section.read("quiet_hours", into: &quietHours, .window("off"))
        section.read("stale", into: &stale, .duration())
        section.section("caps") { readCaps($0) }
        section.read("repeat_item", into: &repeatItem, .duration(.zero))
        section.read("holdout", into: &holdout, .share)
        section.read("rate", into: &siteRate, .perHour(1...1_000_000))
        section.read("dry_run", into: &dryRun, .truth)
    }

    /// `visit`, and rolling times; `off` takes a default away.
    private mutating func readCaps(_ section: Section) {
        section.read("visit", into: &visitCap, .cap)
        for (key, node) in section.others() {
            guard let within = durationValue(key.text), within > .zero else {
                section.report.fault(key.mark, "expected visit or a duration such as 20h, found '\(key.text)'")
                continue
            }
            guard let most = section.value(node, Kind<Int>.cap.or("off")) else { continue }
            userCaps.removeAll { $0.within == within }
            if let most { userCaps.append(RollingCap(within: within, most: most)) }
        }
        userCaps.sort { $0.within < $1.within }
    }
}

extension Kind where Value == Int {
    fileprivate static var cap: Kind { .whole(0...1000) }
}
