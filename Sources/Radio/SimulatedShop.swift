public import Beacons

/// A small shop, made up from a seed: the same seed gives the same air. Endless, in time order.
///
/// The receiver stands at the beer shelf. The first shopper is the demo visitor: in at 3 s, at the shelf from 8 s to
/// 38 s, out of hearing at 44 s. Others follow, who stop at the shelf or only pass; strangers' devices are heard
/// throughout, under addresses that change.
public struct SimulatedShop: Sequence, IteratorProtocol, Sendable {
    /// The UUID of the shop's tags; their major is 1, their minors 1 … 8.
    public static let uuid = BeaconUUID(0x41C0_8DFD_B719_4CCB_9D3B_5AA7_C386_0F89)
    /// Who comes first.
    public static let demoVisitor = BeaconIdentity.iBeacon(uuid: uuid, major: 1, minor: 2)

    private var random: SplitMix64
    private var transmitters: [Transmitter] = []
    /// The minors of who is in the shop, each with the time of leaving.
    private var present: [(minor: UInt16, until: Double)] = []
    /// Seconds; when the next shopper comes.
    private var nextShopper = 50.0

    private static let minors: ClosedRange<UInt16> = 1...8
    /// dBm at 1 m, as Apple's samples give it.
    private static let measuredPower: Int8 = -59
    /// Metres from the door to the receiver, and from the shelf's edge.
    private static let door = 12.0
    private static let shelf = 1.2
    /// Seconds for the way between them: a walk at 1.8 m/s.
    private static let way = 6.0

    public init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        let walk = Walk(
            from: .init(at: 3, distance: 10),
            [
                .init(at: 8, distance: Self.shelf), .init(at: 38, distance: Self.shelf),
                .init(at: 44, distance: Self.door),
            ])
        enter(minor: Self.demoVisitor.minor, walk)
        for kind in Stranger.allCases { appear(kind, at: 0) }
    }

    public mutating func next() -> Transmission? {
        while true {
            guard let index = transmitters.indices.min(by: { transmitters[$0].nextAt < transmitters[$1].nextAt }) else {
                return nil
            }
            guard transmitters[index].nextAt < nextShopper else {
                welcome(at: nextShopper)
                continue
            }
            let instant = transmitters[index].send(&random)
            let heard = transmitters[index].hear(at: instant, &random)
            if transmitters[index].isGone { replace(index) }
            if let heard { return heard }
        }
    }

    /// Somebody who is not in the shop comes in; if all are, nobody.
    private mutating func welcome(at instant: Double) {
        nextShopper = instant + random.uniform(10...40)
        present.removeAll { $0.until <= instant }
        let absent = Self.minors.filter { minor in !present.contains { $0.minor == minor } }
        guard let minor = absent.randomElement(using: &random) else { return }
        let stays = random.unit() < 0.6
        let distance = stays ? Self.shelf : random.uniform(4...9)
        let arrival = instant + Self.way
        let departure = arrival + (stays ? random.uniform(25...90) : random.uniform(5...60))
        let walk = Walk(
            from: .init(at: instant, distance: Self.door),
            [
                .init(at: arrival, distance: distance), .init(at: departure, distance: distance),
                .init(at: departure + Self.way, distance: Self.door),
            ])
        enter(minor: minor, walk)
    }

    private mutating func enter(minor: UInt16, _ walk: Walk) {
        present.append((minor, walk.end))
        let frame = IBeacon(uuid: Self.uuid, major: 1, minor: minor, measuredPower: Self.measuredPower)
        transmitters.append(
            Transmitter(
                data: BeaconFrame.iBeacon(frame).advertisingData, power: Double(Self.measuredPower), interval: 0.25,
                walk: walk, &random))
    }

    /// A stranger's device stays some minutes, then its address changes, or another comes.
    private mutating func appear(_ kind: Stranger, at instant: Double) {
        let walk = Walk(
            standingAt: random.uniform(6...25), from: instant, until: instant + random.uniform(60...240))
        transmitters.append(
            Transmitter(
                data: kind.data(&random), power: -62, interval: kind.interval, walk: walk, stranger: kind, &random))
    }

    /// Takes out who is gone; a stranger is followed by the like.
    private mutating func replace(_ index: Int) {
        let gone = transmitters.remove(at: index)
        if let kind = gone.stranger { appear(kind, at: gone.walk.end) }
    }
}
