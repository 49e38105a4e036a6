import Beacons

/// One shopper of the crowd: a tag in a pocket, from the door past some shelves and out again.
struct Shopper: Sendable {
    private(set) var transmitter: Transmitter
    let minor: UInt16
    private var own: SplitMix64
    private var air: SplitMix64

    /// What a seed is for.
    private enum Stream: UInt64 {
        case arrival, walk
        /// And the gateways after it.
        case air
    }

    /// dBm at 1 m.
    private static let measuredPower: Int8 = -59
    /// Seconds between advertisements: phones' apps and tags of all makes.
    private static let intervals = [0.1, 0.25, 0.5, 1]
    private static let door = Place(x: -10, y: -6)
    /// Metres a second.
    private static let pace = 1.2

    /// - Parameter gateway: who listens.
    init(_ minor: UInt16, _ plan: CrowdedShop.Plan, heardBy gateway: Int) {
        var own = Self.random(.walk, of: minor, in: plan)
        let walk = Self.walk(from: Self.arrival(of: minor, in: plan), plan, &own)
        let frame = IBeacon(uuid: plan.uuid, major: plan.major, minor: minor, measuredPower: Self.measuredPower)
        transmitter = Transmitter(
            data: BeaconFrame.iBeacon(frame).advertisingData, power: Double(Self.measuredPower),
            interval: Self.intervals.randomElement(using: &own) ?? 1, walk: walk, &own)
        self.minor = minor
        self.own = own
        air = Self.random(.air, and: UInt64(gateway), of: minor, in: plan)
    }

    var nextAt: Double { transmitter.nextAt }

    mutating func send(heardAt receiver: Place) -> Transmission? {
        transmitter.hear(at: transmitter.send(&own), from: receiver, &air)
    }

    /// When they come in, in seconds.
    static func arrival(of minor: UInt16, in plan: CrowdedShop.Plan) -> Double {
        var random = random(.arrival, of: minor, in: plan)
        return random.uniform(0...plan.arrivals)
    }

    /// Up to three shelves, each at arm's length; at six of ten they stay, at the others they look.
    private static func walk(
        from arrival: Double, _ plan: CrowdedShop.Plan, _ random: inout SplitMix64
    ) -> Walk {
        let door = Walk.Point(at: arrival, door)
        var points: [Walk.Point] = []
        var last = door
        func go(to place: Place) {
            last = Walk.Point(at: last.at + last.place.distance(to: place) / pace, place)
            points.append(last)
        }
        for _ in 0..<Int.random(in: 1...min(3, plan.gateways), using: &random) {
            let shelf = plan.place(ofGateway: Int.random(in: 0..<plan.gateways, using: &random))
            go(to: Place(x: shelf.x + random.uniform(-1...1), y: shelf.y + random.uniform(0.5...1.2)))
            last.at += random.unit() < 0.6 ? random.uniform(25...90) : random.uniform(3...10)
            points.append(last)
        }
        go(to: door.place)
        return Walk(from: door, points)
    }

    /// Numbers that are nobody else's.
    private static func random(
        _ stream: Stream, and gateway: UInt64 = 0, of minor: UInt16, in plan: CrowdedShop.Plan
    ) -> SplitMix64 {
        var mix = SplitMix64(seed: plan.seed)
        mix = SplitMix64(seed: mix.next() ^ (stream.rawValue &+ gateway) << 16 ^ UInt64(minor))
        return SplitMix64(seed: mix.next())
    }
}
