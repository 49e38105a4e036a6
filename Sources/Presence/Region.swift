public import Beacons

/// A named filter over beacons, with what counts as coming and going there.
///
/// As in Core Location a field that is left out matches everything, and one beacon may lie in several regions.
public struct Region: Hashable, Sendable {
    /// What the region is for; sets the defaults of its levels.
    public enum Role: String, Sendable, CaseIterable {
        /// The whole shop: no level floors.
        case store
        /// A part of the shop: enter at −70 dBm, exit below −77 dBm for 15 s (measured on 756 receiver-hours of
        /// recordings: −70 keeps 87 % of places at 0–2 m and 5 % at 9–14 m).
        case shelf
        /// A thing to hold a phone to: tells taps alone, and lets go after 3 s at the earliest.
        case reader
        /// Beacons of the personnel: dropped at the edge, without event or record.
        case staff
    }

    /// When a beacon that is heard is said to be there.
    public struct Enter: Hashable, Sendable {
        /// How many sightings confirm it.
        public var sightings = 2
        /// Within what time.
        public var within: Duration = .seconds(10)
        /// dBm that a confirming sighting must have at least; `nil`: any.
        public var rssi: Double?

        public init() {}
    }

    /// When a beacon is said to have gone.
    public struct Exit: Hashable, Sendable {
        /// The silence that ends a visit; `nil`: as each beacon's rhythm allows (`auto`).
        public var after: Duration?
        /// The least and the most that *auto* makes of it.
        public var min: Duration = .seconds(5)
        public var max: Duration = .seconds(60)
        /// The false exits that *auto* aims at, an hour of presence.
        public var falseExits = 0.1
        /// dBm below which the filtered level ends a visit; `nil`: never.
        public var rssi: Double?
        /// How long the level must stay below `rssi`.
        public var belowFor: Duration = .seconds(10)
        /// How long the gateway may be deaf before visits end.
        public var scannerLost: Duration = .seconds(600)

        public init() {}
    }

    /// Which events are published; the state is kept all the same.
    public struct Notify: Hashable, Sendable {
        public var enter = true
        public var exit = true
        /// Times in the region, each told once a visit; ascending.
        public var dwell: [Duration] = []
        public var proximity = false
        public var tap = false

        public init() {}
    }

    /// What counts as holding a phone to the receiver.
    public struct Tap: Hashable, Sendable {
        /// How many sightings in a row, 1 … 100.
        public var samples = 3
        /// Within what time; `nil`: four intervals of the beacon, between 0.6 and 4 s.
        public var within: Duration?
        /// dBm that each must have at least; `nil`: 20 dB above the measured power, which is 10 cm in free space.
        public var rssi: Double?
        /// How long they must last at least.
        public var hold: Duration = .milliseconds(300)
        /// dB below `rssi` to which the level must fall before the next tap.
        public var release = 10.0

        /// Whoever holds a beacon to a reader for so long opts out (consumer.md); the tap is told once more then.
        public static let longHold: Duration = .seconds(5)

        public init() {}
    }

    public var name: String
    public var role: Role
    public var filter: RegionFilter
    /// How often the beacons send, until that is learned of each.
    public var interval: Duration = .seconds(1)
    public var enter = Enter()
    public var exit = Exit()
    public var notify = Notify()
    public var tap = Tap()
    /// dB, subtracted from every level (a case, a phone model).
    public var rssiOffset = 0.0
    /// dBm at 1 m, where the region knows better than the frame.
    public var measuredPower: Int8?

    /// A region with the defaults of its role.
    public init(name: String, role: Role, filter: RegionFilter) {
        self.name = name
        self.role = role
        self.filter = filter
        switch role {
        case .shelf:
            enter.rssi = -70
            exit.rssi = -77
            exit.belowFor = .seconds(15)
        case .reader:
            exit.min = .seconds(3)
            notify.enter = false
            notify.exit = false
            notify.tap = true
        case .store, .staff: break
        }
    }
}

/// Which beacons a region holds.
public enum RegionFilter: Hashable, Sendable {
    /// `majors` and `minors`: `nil` is any.
    case iBeacon(uuid: BeaconUUID, majors: NumberSet?, minors: NumberSet?)
    /// `code`: the manufacturer's company identifier; `idPrefix`: the first bytes of the 20-byte id.
    case altBeacon(code: UInt16?, idPrefix: [UInt8])
    /// `instance`: `nil` is any.
    case eddystoneUID(namespace: UInt128, instance: UInt64?)
    case addresses(Set<BluetoothAddress>)
}

/// Majors or minors: single numbers and ranges.
public struct NumberSet: Hashable, Sendable {
    /// Ascending, without overlap.
    public let ranges: [ClosedRange<UInt16>]

    public init(_ ranges: [ClosedRange<UInt16>]) {
        var merged: [ClosedRange<UInt16>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, UInt32(range.lowerBound) <= UInt32(last.upperBound) + 1 {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        self.ranges = merged
    }

    public func contains(_ number: UInt16) -> Bool { ranges.contains { $0.contains(number) } }
}
