import Presence

extension PresenceConfiguration {
    /// The `presence` map but for `clear_after`, which is the gateway's.
    mutating func read(_ section: Section) {
        section.section("limits") { section in
            section.read("pairs", into: &limits.pairs, .whole(1...10_000_000))
            section.read("enters", into: &limits.entersPerSecond, .perSecond(1...100_000))
        }
        section.section("restore") { $0.read("max_age", into: &restoreMaxAge, .duration()) }
        section.section("proximity") { section in
            section.read("immediate", into: &immediateWithin, .number(0.01...100, "metres"))
            section.read("near", into: &nearWithin, .number(0.01...100, "metres"))
            if immediateWithin >= nearWithin {
                section.fault("near", "near, \(nearWithin) m, must be farther than immediate, \(immediateWithin) m")
            }
        }
    }
}

extension Kind where Value == PresenceConfiguration.Forwarding {
    /// `off`, `all` or an interval.
    static var forwarding: Kind {
        Kind(
            expected: "off, all or a duration",
            parse: { node in
                switch node.text {
                case "off": .off
                case "all": .all
                case let text: text.flatMap(durationValue).flatMap { $0 >= .milliseconds(100) ? .every($0) : nil }
                }
            })
    }
}
