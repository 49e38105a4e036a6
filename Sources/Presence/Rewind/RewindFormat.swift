/// How sightings are kept to be run again: a header, then batches, each with its length and a checksum, so that of a
/// file that is cut or damaged all before that is good.
///
/// A batch is a row of records: the microseconds since the record before, then a tag, both in groups of seven bits
/// (LEB128); from `firstPair` on the tag is the number of a pair, and one byte of level follows.
enum RewindFormat {
    /// The last byte is the version.
    static let magic = Array("beckonr\u{1}".utf8)
    /// The magic, Unix microseconds, whether an adapter hears.
    static let headerSize = 17
    /// Length and checksum, four bytes each.
    static let frameSize = 8
    /// Bytes of the longest batch that is read.
    static let longestBatch = 1 << 22

    enum Tag {
        /// Nothing but that time has passed.
        static let passed: UInt64 = 0
        static let deaf: UInt64 = 1
        static let hearing: UInt64 = 2
        /// A pair follows; it has the next number.
        static let pair: UInt64 = 3
        /// Numbers begin anew.
        static let forget: UInt64 = 4
        static let firstPair: UInt64 = 5
    }

    /// Pairs that have numbers at a time: a flood of invented beacons costs no more memory than this.
    static let mostPairs = 16_384
    /// In place of a level, as in HCI.
    static let noLevel: Int8 = 127

    /// FNV-1a, 32 bits (draft-eastlake-fnv).
    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }
}
