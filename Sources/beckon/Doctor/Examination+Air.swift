import Presence

extension Examination {
    /// What was heard, and what follows from it for shoppers.
    ///
    /// - Parameter seconds: how long was listened.
    static func air(
        reports: Int, _ beacons: [AirSurvey.Beacon], _ regions: [Region], seconds: Int
    ) -> [Finding] {
        let subject = "air"
        guard reports > 0 else {
            return [
                .fault(
                    subject, "nothing heard in \(seconds) s",
                    advice:
                        "hold a phone with Bluetooth on beside the box; if still nothing comes, move the adapter away "
                        + "from USB 3 sockets and metal, or try another one")
            ]
        }
        let heard = "\(reports) advertisements in \(seconds) s"
        guard !beacons.isEmpty else {
            return [
                .warning(
                    subject, "\(heard), none of a beacon in a region",
                    advice: "bring a beacon here, or see with beckon scan what it sends, and put that into regions")
            ]
        }
        let most = beacons.sorted { $0.count > $1.count }.prefix(mostTold)
        return [.good(subject, "\(heard), \(beacons.count) beacon\(beacons.count == 1 ? "" : "s") in regions")]
            + most.flatMap { beacon in beacon.regions.compactMap { rhythm(beacon, regions[$0]) } }
    }

    /// Beacons that are told of.
    private static let mostTold = 5

    /// How fast the region can tell of a beacon that sends as this one does.
    private static func rhythm(_ beacon: AirSurvey.Beacon, _ region: Region) -> Finding? {
        let subject = "\(beacon.identity) in \(region.name)"
        guard let interval = beacon.interval else {
            return .warning(
                subject, "heard once",
                advice: "it sends seldom, or is far away: bring it nearer, or make it send each second at least")
        }
        let enter = interval * max(region.enter.sightings, 1)
        let tap = max(interval * region.tap.samples, region.tap.hold)
        let saw =
            "each \(text(interval)); enter after about \(text(enter))"
            + (region.notify.tap ? ", a tap after about \(text(tap))" : "")
        guard interval <= region.interval * 2 else {
            return .warning(
                subject, "\(saw); the region expects one each \(text(region.interval))",
                advice: "make it send more often (a phone app in the foreground, a tag's advertising interval), or say "
                    + "interval: \(text(interval)) in the region, so that exits wait for it")
        }
        return .good(subject, saw)
    }

    /// To a tenth of a second.
    private static func text(_ duration: Duration) -> String {
        let tenths = (duration.milliseconds + 50) / 100
        return tenths < 10
            ? "\(tenths * 100)ms" : tenths.isMultiple(of: 10) ? "\(tenths / 10)s" : "\(tenths / 10).\(tenths % 10)s"
    }
}
