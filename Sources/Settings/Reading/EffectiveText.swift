import Engagement
import Presence

extension Configuration {
    /// The file with all that it includes, and the defaults of what it leaves out, as one text; passwords are not in it.
    /// What a region's role sets, and a site's law, is written out in each.
    public static func effectiveText(_ path: String) throws(ConfigurationErrors) -> String {
        let report = Report(foreign: [])
        var loader = Loader(report)
        let root = loader.load(path)
        if let failure = report.failure { throw failure }
        let complete = root.merged(over: Defaults.tree(report) ?? root)
            .changing("regions") { regions in regions.changingItems { $0.completed(by: $0.regionDefaults) } }
            .changing("consumer") { consumer in
                consumer.changing("sites") { sites in
                    sites.changingItems { $0.completed(by: SiteConfiguration.defaults) }
                }
            }
        return complete.text { key in
            key.hasSuffix("password") || ["secret", "token"].contains(key) ? "redacted" : nil
        }
    }
}

extension Node {
    /// With another value for `key`, where this is a map that has it.
    fileprivate func changing(_ key: String, _ change: (Node) -> Node) -> Node {
        guard case .map(let entries) = content else { return self }
        let changed = entries.map { $0.key == key ? Entry(key: key, mark: $0.mark, value: change($0.value)) : $0 }
        return Node(content: .map(changed), mark: mark)
    }

    /// With other values in a list, or in a map.
    fileprivate func changingItems(_ change: (Node) -> Node) -> Node {
        switch content {
        case .scalar: self
        case .list(let items): Node(content: .list(items.map(change)), mark: mark)
        case .map(let entries):
            Node(
                content: .map(entries.map { Entry(key: $0.key, mark: $0.mark, value: change($0.value)) }), mark: mark)
        }
    }

    /// Over the defaults in `text`: what has none comes first, as a name.
    fileprivate func completed(by text: String) -> Node {
        var composer = try? Composer(Array(text.utf8), file: mark.file)
        guard case .map(let defaults) = (try? composer?.document())?.content, case .map(let entries) = content else {
            return self
        }
        let keys = Set(defaults.map(\.key))
        let base = Node(content: .map(entries.filter { !keys.contains($0.key) } + defaults), mark: mark)
        return merged(over: base, isTop: false)
    }

    /// Of a region of this role.
    fileprivate var regionDefaults: String {
        let role = self["role"]?.text.flatMap(Region.Role.init) ?? .store
        let region = Region(name: "", role: role, filter: .addresses([]))
        let (enter, exit, notify, tap) = (region.enter, region.exit, region.notify, region.tap)
        let times = notify.dwell.map(durationText).joined(separator: ", ")
        return """
            role: \(role.rawValue)
            interval: \(durationText(region.interval))
            enter:
              sightings: \(enter.sightings)
              within: \(durationText(enter.within))
              rssi: \(numberText(enter.rssi) ?? "none")
            exit:
              after: \(exit.after.map(durationText) ?? "auto")
              min: \(durationText(exit.min))
              max: \(durationText(exit.max))
              false_exit: \(exit.falseExits)/h
              rssi: \(numberText(exit.rssi) ?? "none")
              below_for: \(durationText(exit.belowFor))
              scanner_lost: \(durationText(exit.scannerLost))
            notify: {enter: \(notify.enter), exit: \(notify.exit), dwell: [\(times)], proximity: \(notify.proximity), tap: \(notify.tap)}
            tap:
              samples: \(tap.samples)
              within: \(tap.within.map(durationText) ?? "auto")
              rssi: \(numberText(tap.rssi) ?? "auto")
              hold: \(durationText(tap.hold))
              release: \(numberText(tap.release) ?? "")
            rssi_offset: \(numberText(region.rssiOffset) ?? "")
            """
    }
}

extension SiteConfiguration {
    fileprivate static var defaults: String {
        let site = SiteConfiguration(name: "", timeZone: "")
        let law = site.jurisdiction
        return """
            open: "\(site.open)"
            jurisdiction:
              min_age: \(law.minimumAge)
              notifications: \(law.notifications.rawValue)
              promotions: \(law.promotions.rawValue)
              selling_hours: "\(law.sellingHours)"
              notice: "\(law.notice)"
            """
    }
}

/// Whole numbers without a fraction.
private func numberText(_ number: Double?) -> String? {
    number.map { number in Int(exactly: number).map { "\($0)" } ?? "\(number)" }
}
