import Beacons
import Messages

/// The places by their beacons.
struct PlaceIndex: Sendable {
    private let byKey: [Place.Key: Place]
    private let byUUID: [BeaconUUID: [Place]]

    init(_ places: [Place]) {
        byKey = Dictionary(places.map { ($0.key, $0) }) { first, _ in first }
        byUUID = Dictionary(grouping: places, by: \.uuid)
    }

    /// The most specific place of all that the phone tells. Where it does not tell a number, and only one place agrees
    /// with the rest, that one.
    func place(for beacon: Encounter.Beacon) -> Place? {
        let (uuid, major) = (beacon.uuid, beacon.major)
        if major == nil || beacon.minor == nil {
            let possible = byUUID[uuid, default: []].filter { major == nil || $0.major == nil || $0.major == major }
            if possible.count == 1 { return possible[0] }
        }
        let keys = [(major, beacon.minor), (major, nil), (nil, nil)].map { Place.Key(uuid: uuid, major: $0, minor: $1) }
        return keys.lazy.compactMap { byKey[$0] }.first
    }
}
