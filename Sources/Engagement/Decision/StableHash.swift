/// A hash that is the same in every process and on every machine; not for secrets.
enum StableHash {
    /// FNV-1a, 64 bits: offset basis and prime from RFC 9923, section 5.
    static func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// 0 up to 1, evenly over texts.
    static func share(of text: String) -> Double {
        var hash = fnv1a(text.utf8)
        // The mixer of SplitMix64: FNV's upper bits alone are uneven over short texts.
        hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
        hash ^= hash >> 31
        return Double(hash >> 11) / Double(1 << 53)
    }
}
