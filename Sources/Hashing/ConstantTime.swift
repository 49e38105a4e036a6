import CCrypto

/// Comparison of secrets.
public enum ConstantTime {
    /// Takes as long whatever the bytes are; only a difference in length shows.
    public static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
    }
}
