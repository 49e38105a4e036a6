import Beacons

/// One sender in or near the shop, and the air between it and one receiver: who it is, where it walks, how often it sends.
struct Transmitter: Sendable {
    let address: BluetoothAddress
    /// The AD structures that it sends.
    let data: [UInt8]
    /// dBm at 1 m.
    let power: Double
    /// Seconds between two advertisements, before the random delay of each.
    let interval: Double
    let walk: Walk
    /// What it is, unless a shopper's tag.
    let stranger: Stranger?
    private(set) var nextAt: Double
    private var channel = Channel()

    /// Seconds; each advertisement is late by up to this (Core Specification, Vol 6, Part B, section 4.4.2.2).
    private static let randomDelay = 0.010

    init(
        data: [UInt8], power: Double, interval: Double, walk: Walk, stranger: Stranger? = nil,
        _ random: inout SplitMix64
    ) {
        // A resolvable private address has 01 in its two highest bits.
        address = BluetoothAddress(random.next() & 0x3FFF_FFFF_FFFF | 0x4000_0000_0000)
        self.data = data
        self.power = power
        self.interval = interval
        self.walk = walk
        self.stranger = stranger
        nextAt = walk.start + random.uniform(0...interval)
    }

    var isGone: Bool { nextAt >= walk.end }

    /// Sends once. Returns when, in seconds.
    mutating func send(_ random: inout SplitMix64) -> Double {
        defer { nextAt += interval + random.uniform(0...Transmitter.randomDelay) }
        return nextAt
    }

    /// What a receiver hears of what was sent at `instant`.
    mutating func hear(
        at instant: Double, from receiver: Place = .origin, _ random: inout SplitMix64
    ) -> Transmission? {
        let distance = walk.place(at: instant).distance(to: receiver)
        guard let rssi = channel.receive(power: power, distance: distance, at: instant, &random) else { return nil }
        return Transmission(microseconds: Int64(instant * 1e6), address: address, data: data, rssi: rssi)
    }
}
