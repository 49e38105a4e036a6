import Beacons
import HCI
import Presence

/// In which regions a report lies.
struct AirRegions {
    let names: [String]
    private let index: RegionIndex

    init(_ regions: [Region]) {
        names = regions.map(\.name)
        index = RegionIndex(regions)
    }

    /// Of the sender's address, whatever it says.
    func regions(of report: AdvertisementReport) -> [Int] {
        index.regions(of: .address(report.address), from: report.address)
    }

    func regions(of beacon: BeaconIdentity, _ report: AdvertisementReport) -> [Int] {
        index.regions(of: beacon, from: report.address)
    }

    func contains(_ report: AdvertisementReport, _ data: Span<UInt8>) -> Bool {
        var isFound = !regions(of: report).isEmpty
        var counters = DecodeCounters()
        BeaconDecoder.identities(in: data, counters: &counters) { beacon in
            isFound = isFound || !regions(of: beacon.identity, report).isEmpty
        }
        return isFound
    }
}
