import Beacons

/// Sightings as the bytes of one file. The buffer and the table are reused: none of memory a sighting.
public struct RewindWriter {
    /// What tells one pair from another: whoever changes address or power gets another number.
    private struct Key: Hashable {
        var beacon: BeaconIdentity
        var address: BluetoothAddress
        var power: Int8
    }

    private var numbers: [Key: UInt64] = [:]
    /// The batch, after room for its frame.
    private var bytes: [UInt8]
    /// Microseconds; of the last record.
    private var last: Int64

    /// What the file begins with.
    public let header: [UInt8]

    /// - Parameter unixMicroseconds: the wall clock at `start`.
    public init(at start: Instant, unixMicroseconds: Int64, isHearing: Bool) {
        last = start.microseconds
        var header = RewindFormat.magic
        for shift in stride(from: Int64(56), through: 0, by: -8) {
            header.append(UInt8(truncatingIfNeeded: unixMicroseconds >> shift))
        }
        header.append(isHearing ? 1 : 0)
        self.header = header
        bytes = Array(repeating: 0, count: RewindFormat.frameSize)
    }

    /// Bytes that wait.
    public var pending: Int { bytes.count - RewindFormat.frameSize }

    public mutating func append(_ sighting: Sighting) {
        let key = Key(
            beacon: sighting.beacon, address: sighting.address,
            power: sighting.measuredPower ?? Distance.unknownPower)
        let number = number(key, at: sighting.at)
        begin(RewindFormat.Tag.firstPair + number, at: sighting.at)
        bytes.append(UInt8(bitPattern: sighting.rssi ?? RewindFormat.noLevel))
    }

    /// From here on some adapter hears, or none.
    public mutating func append(isHearing: Bool, at instant: Instant) {
        begin(isHearing ? RewindFormat.Tag.hearing : RewindFormat.Tag.deaf, at: instant)
    }

    /// Hands over what waits as one batch that reaches to `instant`, and begins the next.
    public mutating func takeBatch(until instant: Instant, _ body: ([UInt8]) -> Void) {
        begin(RewindFormat.Tag.passed, at: instant)
        let checksum = RewindFormat.checksum(bytes[RewindFormat.frameSize...])
        for (place, number) in [UInt32(clamping: pending), checksum].enumerated() {
            for byte in 0..<4 { bytes[place * 4 + byte] = UInt8(truncatingIfNeeded: number >> (24 - 8 * byte)) }
        }
        body(bytes)
        bytes.removeSubrange(RewindFormat.frameSize...)
    }

    private mutating func number(_ key: Key, at instant: Instant) -> UInt64 {
        if let number = numbers[key] { return number }
        if numbers.count == RewindFormat.mostPairs {
            numbers.removeAll(keepingCapacity: true)
            begin(RewindFormat.Tag.forget, at: instant)
        }
        begin(RewindFormat.Tag.pair, at: instant)
        bytes.append(key.beacon.format.rawValue)
        append(key.beacon.upper, bytes: 16)
        append(UInt128(key.beacon.lower), bytes: 8)
        append(UInt128(key.address.value), bytes: 6)
        bytes.append(UInt8(bitPattern: key.power))
        let number = UInt64(numbers.count)
        numbers[key] = number
        return number
    }

    private mutating func begin(_ tag: UInt64, at instant: Instant) {
        let passed = instant.microseconds.subtractingReportingOverflow(last)
        append(passed.overflow ? 0 : UInt64(max(passed.partialValue, 0)))
        last = max(last, instant.microseconds)
        append(tag)
    }

    private mutating func append(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private mutating func append(_ number: UInt128, bytes count: Int) {
        for place in 1...count { bytes.append(UInt8(truncatingIfNeeded: number >> UInt128(8 * (count - place)))) }
    }
}
