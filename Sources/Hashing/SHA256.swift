import CCrypto

/// SHA-256 (FIPS 180-4).
public enum SHA256 {
    /// Bytes of a digest, and of an HMAC over it.
    public static let length = 32

    public static func digest(of message: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: length) { digest, count in
            let result = EVP_Digest(message, message.count, digest.baseAddress, nil, EVP_sha256(), nil)
            precondition(result == 1, "libcrypto has no SHA-256")
            count = length
        }
    }
}
