import Captures
import Edge
import Radio

/// What gateways of a made-up shop hear, in time order; each is an adapter of its own.
struct SimulatedAir: Sequence, IteratorProtocol {
    private var ears: [(adapter: UInt16, shop: CrowdedShop, next: Transmission?)]
    /// µs since 1970.
    private let start: Int64

    /// - Parameters:
    ///   - gateways: those that are heard with.
    ///   - start: Unix milliseconds.
    init(_ plan: CrowdedShop.Plan, gateways: [Int], from start: Int64) {
        self.start = start * 1000
        ears = gateways.enumerated().map { adapter, gateway in
            var shop = CrowdedShop(plan, gateway: gateway)
            let first = shop.next()
            return (UInt16(clamping: adapter), shop, first)
        }
    }

    mutating func next() -> CaptureRecord? {
        var earliest: (ear: Int, at: Int64)?
        for (ear, heard) in ears.lazy.map(\.next).enumerated() {
            guard let heard, heard.microseconds < earliest?.at ?? .max else { continue }
            earliest = (ear, heard.microseconds)
        }
        guard let (ear, at) = earliest, let heard = ears[ear].next else { return nil }
        ears[ear].next = ears[ear].shop.next()
        return CaptureRecord(
            unixMicroseconds: start + at, adapter: ears[ear].adapter, content: .packet(heard.packet))
    }
}
