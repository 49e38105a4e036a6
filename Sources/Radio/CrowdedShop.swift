public import Beacons

/// A shop full of shoppers, made up from a seed, as one of its gateways hears it. In time order, until the last shopper
/// has left.
///
/// Who comes when, walks where and sends how does not depend on who listens, nor on how many others come: what the
/// gateways hear are the same walks, and a plan with one gateway more changes nothing for the others.
public struct CrowdedShop: Sequence, IteratorProtocol, Sendable {
    public struct Plan: Hashable, Sendable {
        public var seed: UInt64 = 1
        /// Each comes once, under a minor of their own, from 1.
        public var visitors: UInt16 = 50
        /// One at each shelf; at least one.
        public var gateways = 1
        /// Seconds in which they come in, from 0.
        public var arrivals = 600.0
        public var uuid = SimulatedShop.uuid
        public var major: UInt16 = 1

        public init() {}

        /// Where a gateway stands: in rows, 8 m from the next.
        func place(ofGateway index: Int) -> Place {
            var columns = 1
            while columns * columns < gateways { columns += 1 }
            return Place(x: Self.spacing * Double(index % columns), y: Self.spacing * Double(index / columns))
        }

        private static let spacing = 8.0
    }

    private let plan: Plan
    private let receiver: Place
    private let gateway: Int
    /// Who is still to come, the first of them last.
    private var absent: [(minor: UInt16, from: Double)]
    private var present = Crowd()

    /// - Parameter gateway: whose ears, from 0.
    public init(_ plan: Plan, gateway: Int) {
        self.plan = plan
        self.gateway = gateway
        receiver = plan.place(ofGateway: gateway)
        absent = (0..<plan.visitors).map { ($0 + 1, Shopper.arrival(of: $0 + 1, in: plan)) }
        absent.sort { ($0.from, $0.minor) > ($1.from, $1.minor) }
    }

    public mutating func next() -> Transmission? {
        while true {
            while let next = absent.last, next.from <= present.nextAt ?? next.from {
                present.insert(Shopper(next.minor, plan, heardBy: gateway))
                absent.removeLast()
            }
            guard present.nextAt != nil else { return nil }
            if let heard = present.sendFirst(heardAt: receiver) { return heard }
        }
    }
}
