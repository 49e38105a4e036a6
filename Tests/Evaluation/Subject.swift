import Beacons
import Presence

/// The product's own engine, hearing one beacon in one region.
struct Subject: ~Copyable {
    private static let uuid = BeaconUUID(0x41C0_8DFD_B719_4CCB_9D3B_5AA7_C386_0F89)
    static let beacon = BeaconIdentity.iBeacon(uuid: uuid, major: 1, minor: 1)

    static func region(_ role: Region.Role, _ change: (inout Region) -> Void = { _ in }) -> Region {
        var region = Region(name: "r", role: role, filter: .iBeacon(uuid: uuid, majors: nil, minors: nil))
        change(&region)
        return region
    }

    private var engine: PresenceEngine
    /// Changes of the state: seconds, and whether inside.
    private(set) var changes: [(at: Double, isInside: Bool)] = []
    private(set) var taps: [Double] = []

    init(_ region: Region, environment: Double = 2, at start: Double = -3600) {
        var configuration = PresenceConfiguration(regions: [region])
        configuration.ranging = nil
        configuration.environment = environment
        engine = PresenceEngine(configuration, at: Self.instant(start))
    }

    static func instant(_ seconds: Double) -> Instant { Instant(microseconds: Int64(seconds * 1e6)) }

    mutating func hear(_ packet: Packet, power: Int8 = -59) {
        engine.sight(
            Sighting(
                beacon: Self.beacon, address: BluetoothAddress(1), rssi: packet.rssi, measuredPower: power,
                at: Self.instant(packet.at)))
        collect()
    }

    mutating func advance(to seconds: Double) {
        engine.advance(to: Self.instant(seconds))
        collect()
    }

    /// The state of the visit that is open.
    var state: PresenceState? {
        var found: PresenceState?
        engine.forEachVisit { found = $0 }
        return found
    }

    private mutating func collect() {
        for case .event(let event) in engine.takeOutputs() {
            let at = Double(event.at.microseconds) / 1e6
            switch event.kind {
            case .enter: changes.append((at, true))
            case .exit: changes.append((at, false))
            case .tap: taps.append(at)
            case .dwell, .proximity: break
            }
        }
    }
}
