import Beacons
import Daemon
import Messages
import Outbox
import Presence
import Settings

/// What Home Assistant is told of the gateway.
struct Discovery {
    /// Home Assistant starts no oftener than this.
    private static let pause: Duration = .seconds(5)

    /// As published last, or found at the broker; `nil`: nothing.
    private var told: HomeAssistantDevice?
    private var toldAt: Instant?

    /// The device as it is now; what it had before and has no more is removed.
    ///
    /// - Parameter name: what messages call a beacon.
    mutating func tell(
        _ configuration: Configuration, _ gateway: GatewayID, _ topics: Topics,
        _ name: (BeaconIdentity) -> BeaconIdentity = { $0 }, at now: Instant
    ) -> Outgoing {
        let device = HomeAssistantDevice(
            gateway, version: Version.text, topics: topics,
            regions: configuration.presence.regions.filter { $0.role != .staff }.map {
                ($0.name, $0.notify.tap, $0.filter.namedBeacons.map(name))
            })
        let message = Outgoing(
            topic: .discovery(gateway), payload: (told.map(device.removing(whatOnly:)) ?? device).rendered())
        told = device
        toldAt = now
        return message
    }

    /// The broker holds this of us. Returns whether something of it is no more.
    mutating func found(_ payload: [UInt8]) -> Bool {
        guard let held = try? HomeAssistantDevice(parsing: payload), let device = told else { return false }
        guard device.removing(whatOnly: held).removesSomething else { return false }
        told = held
        return true
    }

    /// Home Assistant has started. Returns whether it is to be told.
    func isToTell(at now: Instant) -> Bool { toldAt.map { now >= $0 + Self.pause } ?? true }

    /// It is switched off.
    mutating func withdraw(_ gateway: GatewayID) -> Outgoing {
        told = nil
        return Outgoing(topic: .discovery(gateway), payload: [])
    }
}

extension RegionFilter {
    /// The beacons that are named exactly: those that a wildcard or a range holds are strangers.
    var namedBeacons: [BeaconIdentity] {
        switch self {
        case .iBeacon(let uuid, let majors?, let minors?):
            Self.pairs(majors.single, minors.single).map { .iBeacon(uuid: uuid, major: $0, minor: $1) }
        case .altBeacon(let code?, let id) where id.count == 20:
            [
                .altBeacon(
                    code: code, idUpper: id.prefix(16).reduce(0) { $0 << 8 | UInt128($1) },
                    idLower: id.suffix(4).reduce(0) { $0 << 8 | UInt32($1) })
            ]
        case .eddystoneUID(let namespace, let instance?): [.eddystoneUID(namespace: namespace, instance: instance)]
        case .addresses(let addresses): addresses.map { .address($0) }.sorted { $0.description < $1.description }
        default: []
        }
    }

    /// Each with each, as far as there is room for them.
    private static func pairs(_ majors: [UInt16], _ minors: [UInt16]) -> [(UInt16, UInt16)] {
        var pairs: [(UInt16, UInt16)] = []
        for major in majors {
            let room = HomeAssistantDevice.mostComponents - pairs.count
            guard room > 0 else { break }
            pairs += minors.prefix(room).map { (major, $0) }
        }
        return pairs
    }
}

extension NumberSet {
    /// Numbers that stand alone.
    fileprivate var single: [UInt16] { ranges.filter { $0.count == 1 }.map(\.lowerBound) }
}
