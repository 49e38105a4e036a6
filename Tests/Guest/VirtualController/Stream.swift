import Beacons

/// A crowd of beacons around a controller that scans: iBeacons of one UUID and major 1, whose minor tells the device,
/// each with a sequence number in its list of services, by which a reader counts what is lost.
struct Stream: Sendable {
    /// Reports a second; 0: none.
    var rate: Int64 = 0
    /// Reports in an event, as far as they fit.
    var batch = 1
    var devices: UInt16 = 50
    private var sequence: UInt16 = 0
    private var turn: UInt16 = 0
    /// When the next event is due; `nil` until the first call after a start.
    private var next: Int64?

    /// Emission starts anew with the next call, so that time spent deaf is not made up for.
    mutating func rest() { next = nil }

    /// When there is something to do, given a scan that hears it.
    func deadline(_ kind: Scan.Reports) -> Int64? { rate > 0 ? next ?? .min : nil }

    /// The events due until `now`, of transmissions that `admits` passes. At most half a second is made up for.
    mutating func events(
        until now: Int64, level: Int8, as kind: Scan.Reports, admits: (BluetoothAddress) -> Bool
    ) -> [(count: Int, event: [UInt8])] {
        guard rate > 0 else { return [] }
        let batch = min(batch, Reports.capacity(kind))
        let period = 1_000_000 * Int64(batch) / rate
        var events: [(Int, [UInt8])] = []
        var at = max(next ?? now, now - 500_000)
        while at <= now {
            let transmissions = (0..<batch).compactMap { _ in transmission(at: at, admits) }
            if let event = Reports.event(transmissions, level: level, as: kind), !transmissions.isEmpty {
                events.append((transmissions.count, event))
            }
            at += max(period, 1)
        }
        next = at
        return events
    }

    private mutating func transmission(at: Int64, _ admits: (BluetoothAddress) -> Bool) -> Transmission? {
        turn = turn + 1 < devices ? turn + 1 : 0
        // Static random addresses: the two top bits are set.
        let address = BluetoothAddress(0xC0FF_EE00_0000 | UInt64(turn))
        guard admits(address) else { return nil }
        sequence &+= 1
        let beacon = IBeacon(uuid: Self.uuid, major: 1, minor: turn, measuredPower: -59)
        // In place of the three bytes of flags: 16-bit services, complete.
        let data =
            BeaconFrame.iBeacon(beacon).advertisingData.dropFirst(3)
            + [3, ADStructure.completeUUIDs16, UInt8(truncatingIfNeeded: sequence), UInt8(sequence >> 8)]
        return Transmission(
            at: at, properties: EventProperties.legacy.rawValue, addressType: 1, address: address, setIdentifier: nil,
            data: Array(data))
    }

    private static let uuid = BeaconUUID(0x7BEA_C017_0000_4000_8000_0000_0000_0001)
}
