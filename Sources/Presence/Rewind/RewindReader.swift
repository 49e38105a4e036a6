import Beacons

/// What a file of sightings says, up to where it is damaged. Its instants are microseconds since 1970.
public struct RewindReader {
    public enum Item: Hashable, Sendable {
        case sighting(Sighting)
        /// From here on some adapter hears, or none.
        case hearing(Bool, at: Instant)
        /// Up to here it is known.
        case passed(at: Instant)
    }

    /// When the file begins.
    public let start: Instant
    /// Whether an adapter heard then.
    public let isHearing: Bool
    /// Whether it ends before its last byte.
    public private(set) var isDamaged = false

    private let bytes: [UInt8]
    /// Of the next byte, and where its batch ends.
    private var place = RewindFormat.headerSize
    private var batchEnd = RewindFormat.headerSize
    private var last: Int64
    private var pairs: [(beacon: BeaconIdentity, address: BluetoothAddress, power: Int8?)] = []

    /// `nil`: no file of sightings.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= RewindFormat.headerSize, bytes.starts(with: RewindFormat.magic) else { return nil }
        self.bytes = bytes
        let time = bytes[8..<16].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // Within 73,000 years of 1970, as the engine counts.
        last = min(max(Int64(bitPattern: time), 0), 1 << 60)
        start = Instant(microseconds: last)
        isHearing = bytes[16] != 0
    }

    /// `nil`: at the end.
    public mutating func next() -> Item? {
        while !isDamaged {
            if place == batchEnd, !openBatch() { return nil }
            guard let item = record() else {
                isDamaged = true
                return nil
            }
            if let item { return item }
        }
        return nil
    }

    private mutating func openBatch() -> Bool {
        guard place < bytes.count else { return false }
        isDamaged = true
        guard let length = number(bytes: 4, end: bytes.count), let checksum = number(bytes: 4, end: bytes.count) else {
            return false
        }
        guard (1...UInt128(RewindFormat.longestBatch)).contains(length), Int(length) <= bytes.count - place else {
            return false
        }
        batchEnd = place + Int(length)
        guard UInt128(RewindFormat.checksum(bytes[place..<batchEnd])) == checksum else { return false }
        isDamaged = false
        return true
    }

    /// One record; the inner `nil`: it says nothing; the outer: it is no record.
    private mutating func record() -> Item?? {
        guard let passed = variable(), let tag = variable() else { return nil }
        last = min(last + Int64(clamping: min(passed, 1 << 60)), 1 << 60)
        let at = Instant(microseconds: last)
        switch tag {
        case RewindFormat.Tag.passed: return .some(.passed(at: at))
        case RewindFormat.Tag.deaf: return .some(.hearing(false, at: at))
        case RewindFormat.Tag.hearing: return .some(.hearing(true, at: at))
        case RewindFormat.Tag.pair: return readPair() ? .some(nil) : nil
        case RewindFormat.Tag.forget:
            pairs.removeAll(keepingCapacity: true)
            return .some(nil)
        default:
            let index = tag - RewindFormat.Tag.firstPair
            guard index < UInt64(pairs.count), let level = number(bytes: 1, end: batchEnd) else { return nil }
            let (pair, rssi) = (pairs[Int(index)], Int8(bitPattern: UInt8(truncatingIfNeeded: level)))
            return .some(
                .sighting(
                    Sighting(
                        beacon: pair.beacon, address: pair.address,
                        rssi: rssi == RewindFormat.noLevel ? nil : rssi, measuredPower: pair.power, at: at)))
        }
    }

    private mutating func readPair() -> Bool {
        guard pairs.count < RewindFormat.mostPairs, let format = number(bytes: 1, end: batchEnd),
            let upper = number(bytes: 16, end: batchEnd), let lower = number(bytes: 8, end: batchEnd),
            let address = number(bytes: 6, end: batchEnd), let power = number(bytes: 1, end: batchEnd),
            let beacon = BeaconIdentity(format: UInt8(truncatingIfNeeded: format), upper, UInt64(lower))
        else { return false }
        let measured = Int8(bitPattern: UInt8(truncatingIfNeeded: power))
        pairs.append((beacon, BluetoothAddress(UInt64(address)), measured == Distance.unknownPower ? nil : measured))
        return true
    }

    private mutating func number(bytes count: Int, end: Int) -> UInt128? {
        guard end - place >= count else { return nil }
        defer { place += count }
        return bytes[place..<place + count].reduce(0) { $0 << 8 | UInt128($1) }
    }

    private mutating func variable() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 56, by: 7) {
            guard place < batchEnd else { return nil }
            let byte = bytes[place]
            place += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        return nil
    }
}

extension BeaconIdentity {
    fileprivate init?(format: UInt8, _ upper: UInt128, _ lower: UInt64) {
        guard let format = Format(rawValue: format) else { return nil }
        switch format {
        case .iBeacon:
            self = .iBeacon(
                uuid: BeaconUUID(upper), major: UInt16(truncatingIfNeeded: lower >> 16),
                minor: UInt16(truncatingIfNeeded: lower))
        case .altBeacon:
            self = .altBeacon(
                code: UInt16(truncatingIfNeeded: lower >> 32), idUpper: upper,
                idLower: UInt32(truncatingIfNeeded: lower))
        case .eddystoneUID: self = .eddystoneUID(namespace: upper, instance: lower)
        case .address: self = .address(BluetoothAddress(lower))
        // Only what was in the air is kept.
        case .pseudonym: return nil
        }
    }
}
