import Engagement
import Messages

extension SiteConfiguration {
    static func read(name: String, _ section: Section) -> SiteConfiguration {
        var site = SiteConfiguration(name: name, timeZone: section.require("time_zone", .timeZone) ?? "")
        section.read("open", into: &site.open, .window("always"))
        section.section("jurisdiction") { site.jurisdiction.read($0) }
        section.named("zones") { site.zones.append(.read(name: $0, $1)) }
        return site
    }
}

extension ZoneConfiguration {
    fileprivate static func read(name: String, _ section: Section) -> ZoneConfiguration {
        var zone = ZoneConfiguration(name: name, gateways: [])
        if !section.has("gateways") {
            section.report.fault(section.mark, "gateways is missing: \(Kind.zoneSource.expected)")
        }
        section.read("gateways", into: &zone.gateways, atLeastOneOf: .zoneSource)
        section.read("selection", into: &zone.selection, .name)
        return zone
    }
}

extension Jurisdiction {
    fileprivate mutating func read(_ section: Section) {
        section.read("min_age", into: &minimumAge, .whole(0...120))
        section.read("notifications", into: &notifications, .choice)
        section.read("promotions", into: &promotions, .choice)
        section.read("selling_hours", into: &sellingHours, .window("always"))
        section.read("notice", into: &notice, .words)
    }
}

extension Kind where Value == ZoneConfiguration.Source {
    fileprivate static var zoneSource: Kind {
        .text("GATEWAY or GATEWAY/REGION") { text in
            let names = text.split(separator: "/", omittingEmptySubsequences: false)
            guard names.count <= 2, names.allSatisfy(Name.isValid) else { return nil }
            return ZoneConfiguration.Source(
                gateway: String(names[0]), region: names.count == 2 ? String(names[1]) : nil)
        }
    }
}

extension Kind where Value == String {
    /// The shape only; whether it exists is for the program that has a table of them.
    fileprivate static var timeZone: Kind {
        .text("an IANA time zone such as Europe/Helsinki") { text in
            let isShaped = text.utf8.allSatisfy { byte in
                Name.isValid(String(Unicode.Scalar(byte)).lowercased()) || "/_+-".utf8.contains(byte)
            }
            return isShaped && !text.isEmpty ? text : nil
        }
    }
}

extension Kind where Value == DailyWindow {
    /// `HH:MM-HH:MM`, or the word for all or none of the day.
    static func window(_ word: String) -> Kind {
        .text("\(word) or hours such as \"22:00-08:00\"") { text in
            text != word && ["always", "off"].contains(text) ? nil : DailyWindow(text)
        }
    }
}
