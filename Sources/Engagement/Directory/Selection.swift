import Beacons

/// What is sold at one place: a store, or a shelf in it.
public struct Selection: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        /// An item's id.
        public let item: String
        public let price: Price
        /// Pieces; none is out of stock.
        public let stock: Int

        public init(item: String, price: Price, stock: Int) {
            self.item = item
            self.price = price
            self.stock = stock
        }
    }

    /// The name that the configuration's zones use.
    public let id: String
    /// The same for the same entries, and very likely another for others.
    public let version: String
    /// No item twice.
    public let entries: [Entry]

    public init(id: String, entries: [Entry]) {
        self.id = id
        self.entries = entries
        version = Self.version(of: entries)
    }

    /// A hash of the entries as text.
    private static func version(of entries: [Entry]) -> String {
        let text = entries.lazy.flatMap { "\($0.item)\u{0}\($0.price)\u{0}\($0.stock)\u{0}".utf8 }
        return Hex.text(StableHash.fnv1a(text), bytes: 8)
    }
}
