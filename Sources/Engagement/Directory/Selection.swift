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

    /// FNV-1a, 64 bits, of the entries as text: offset basis and prime from RFC 9923, section 5.
    private static func version(of entries: [Entry]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for entry in entries {
            for byte in "\(entry.item)\u{0}\(entry.price)\u{0}\(entry.stock)\u{0}".utf8 {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
            }
        }
        return Hex.text(hash, bytes: 8)
    }
}
