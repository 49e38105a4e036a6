package import Captures
package import Presence

/// What a capture says, in time order, as one listener hears it: packets, and when no adapter heard.
package struct CapturePlayer: Sendable {
    package enum Item: Hashable, Sendable {
        /// One H4 packet, heard by `hciN`.
        case packet([UInt8], adapter: UInt16)
        /// From here on no adapter hears …
        case gapBegan
        /// … to here.
        case gapEnded
    }

    private var reader: CaptureReader
    private var hearing: Set<UInt16> = []
    private var isDeaf = false
    /// µs since 1970: records never go back.
    private var latest: Int64 = 0
    /// A packet that ends a gap.
    private var held: Item?

    package init(_ reader: CaptureReader) { self.reader = reader }

    /// The next item and its time, µs since 1970; `nil` at the end.
    package mutating func next() throws(CaptureError) -> (unixMicroseconds: Int64, item: Item)? {
        if let item = held {
            held = nil
            return (latest, item)
        }
        while let record = try reader.next() {
            latest = max(latest, record.unixMicroseconds)
            if let item = item(record) { return (latest, item) }
        }
        return nil
    }

    private mutating func item(_ record: CaptureRecord) -> Item? {
        switch record.content {
        case .gapBegins:
            hearing.remove(record.adapter)
            guard hearing.isEmpty, !isDeaf else { return nil }
            isDeaf = true
            return .gapBegan
        case .gapEnds:
            hearing.insert(record.adapter)
            return endGap()
        case .packet(let bytes):
            hearing.insert(record.adapter)
            let packet = Item.packet(bytes, adapter: record.adapter)
            guard let end = endGap() else { return packet }
            held = packet
            return end
        }
    }

    private mutating func endGap() -> Item? {
        defer { isDeaf = false }
        return isDeaf ? .gapEnded : nil
    }
}

extension PacketSink where Self: ~Copyable {
    package mutating func take(_ item: CapturePlayer.Item, at instant: Instant) {
        switch item {
        case .packet(let bytes, let adapter): packet(bytes.span, from: adapter, at: instant)
        case .gapBegan: hearingLost(at: instant)
        case .gapEnded: hearingRestored(at: instant)
        }
    }
}
