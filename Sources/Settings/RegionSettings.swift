import Beacons
import Presence

extension Region {
    /// The region that a section describes; `nil` where it names no beacons, or wrongly.
    static func read(_ section: Section) -> Region? {
        let name = section.require("name", .name)
        let role = section.value("role", Kind<Region.Role>.choice) ?? .store
        let filter = RegionFilter.read(section)
        var region = Region(name: name ?? "", role: role, filter: filter ?? .addresses([]))
        section.section("enter") { region.enter.read($0) }
        section.section("exit") { region.exit.read($0) }
        section.section("notify") { region.notify.read($0) }
        section.section("tap") { region.tap.read($0) }
        section.read("interval", into: &region.interval, .duration(.milliseconds(20), .seconds(60)))
        section.read("rssi_offset", into: &region.rssiOffset, .number(-60...60, "dB"))
        section.read("measured_power", into: &region.measuredPower, .measuredPower)
        region.checkLevels(section)
        return name == nil || filter == nil ? nil : region
    }

    /// An exit level above the enter level would end each visit as it begins.
    private func checkLevels(_ section: Section) {
        guard let enterLevel = enter.rssi, let exitLevel = exit.rssi, exitLevel > enterLevel else { return }
        section.report.fault(
            section.peek("exit")?["rssi"]?.mark ?? section.peek("enter")?["rssi"]?.mark ?? section.mark,
            "the exit level \(exitLevel) dBm is above the enter level \(enterLevel) dBm (role \(role.rawValue)"
                + " sets what is not given)")
    }

    /// Whether the two differ in nothing but name and events.
    fileprivate func isDouble(of other: Region) -> Bool {
        filter == other.filter && role == other.role && enter == other.enter && exit == other.exit
            && interval == other.interval && tap == other.tap
            && rssiOffset == other.rssiOffset && measuredPower == other.measuredPower
    }
}

extension Section {
    /// Each costs time with every advertisement; whoever has so many mistook them for beacons.
    private static let mostRegions = 1000

    /// The regions of a list, without those that are wrong.
    func regions(_ key: String) -> [Region] {
        var regions: [Region] = []
        var names: [String: Mark] = [:]
        sections(key) { section in
            let region = Region.read(section)
            if let name = section.peek("name"), let text = name.text {
                if let first = names[text] {
                    section.report.fault(
                        name.mark, "region \(text) is there already, in line \(first.line): give one another name")
                }
                names[text] = names[text] ?? name.mark
            }
            guard let region else { return }
            if regions.count == Self.mostRegions {
                section.report.fault(section.mark, "more than \(Self.mostRegions) regions")
            }
            if let double = regions.first(where: region.isDouble) {
                section.report.warning(
                    section.mark, "region \(region.name) differs from \(double.name) in no threshold; is one too many?")
            }
            regions.append(region)
        }
        return regions
    }
}

extension Region.Enter {
    fileprivate mutating func read(_ section: Section) {
        // As many as the presence engine remembers of a pair.
        section.read("sightings", into: &sightings, .whole(1...16))
        section.read("within", into: &within, .inRegion)
        section.read("rssi", into: &rssi, Kind<Double>.level.or("none"))
    }
}

extension Region.Exit {
    fileprivate mutating func read(_ section: Section) {
        section.read("after", into: &after, Kind<Duration>.inRegion.or("auto"))
        section.read("min", into: &min, .inRegion)
        section.read("max", into: &max, .inRegion)
        if min > max { section.fault("max", "max, \(durationText(max)), must not be below min, \(durationText(min))") }
        section.read("false_exit", into: &falseExits, .perHour(0.001...100))
        section.read("rssi", into: &rssi, Kind<Double>.level.or("none"))
        section.read("below_for", into: &belowFor, .inRegion)
        section.read("scanner_lost", into: &scannerLost, .inRegion)
    }
}

extension Region.Notify {
    fileprivate mutating func read(_ section: Section) {
        section.read("enter", into: &enter, .truth)
        section.read("exit", into: &exit, .truth)
        if let times = section.list("dwell", .inRegion) { dwell = Set(times).sorted() }
        section.read("proximity", into: &proximity, .truth)
        section.read("tap", into: &tap, .truth)
    }
}

extension Region.Tap {
    fileprivate mutating func read(_ section: Section) {
        section.read("samples", into: &samples, .whole(1...100))
        section.read("within", into: &within, Kind<Duration>.duration(.milliseconds(100), longestInRegion).or("auto"))
        section.read("rssi", into: &rssi, Kind<Double>.level.or("auto"))
        section.read("hold", into: &hold, .inRegion)
        section.read("release", into: &release, .number(1...60, "dB"))
    }
}

extension Kind where Value == Int8 {
    /// dBm at 1 m; the range in which a frame's own is believed (presence.md).
    fileprivate static var measuredPower: Kind {
        Kind(
            expected: "a whole number from -100 to -20 dBm",
            parse: { $0.plainText.flatMap { Int8($0) }.flatMap { (-100 ... -20).contains($0) ? $0 : nil } })
    }
}

/// What the presence engine counts with at most.
private let longestInRegion: Duration = .seconds(30 * 86_400)

extension Kind where Value == Duration {
    fileprivate static var inRegion: Kind { .duration(.milliseconds(1), longestInRegion) }
}
