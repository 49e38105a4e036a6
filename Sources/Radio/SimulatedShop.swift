/// A small shop, made up from a seed: the same seed gives the same air.
///
/// Endless, in time order.
public struct SimulatedShop: Sequence, IteratorProtocol, Sendable {
    public init(seed: UInt64) {}

    public mutating func next() -> Transmission? { nil }
}
