import CCrypto

/// Bytes that nobody can guess: keys, tokens, ids.
public enum RandomBytes {
    public static func make(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
            // A process that cannot have them must not go on with others.
            precondition(RAND_bytes(bytes.baseAddress, Int32(count)) == 1, "libcrypto has no random bytes")
            initialized = count
        }
    }
}
