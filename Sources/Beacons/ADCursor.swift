/// Walks the structures of advertising data, without memory of its own.
///
/// A length of zero ends the walk: what follows is padding. A length that overruns the data ends it too, and is said;
/// the structures before it stay valid, since many cheap beacons have one bad trailing length.
public struct ADCursor: Sendable {
    private var offset = 0
    /// The last structure claims more bytes than there are.
    public private(set) var isOverrun = false

    public init() {}

    /// The next structure of `data`, which must be the same at each call.
    public mutating func next(in data: Span<UInt8>) -> ADStructure? {
        guard offset < data.count, data[offset] > 0 else { return nil }
        let end = offset + 1 + Int(data[offset])
        guard end <= data.count else {
            isOverrun = true
            return nil
        }
        defer { offset = end }
        return ADStructure(type: data[offset + 1], payload: offset + 2..<end)
    }
}
