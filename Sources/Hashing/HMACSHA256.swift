import CCrypto

/// HMAC (RFC 2104) with SHA-256: what only those can make, and check, who have the key.
public enum HMACSHA256 {
    /// The 32 bytes that authenticate `message`.
    public static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: SHA256.length) { code, count in
            let result = HMAC(
                EVP_sha256(), key, Int32(clamping: key.count), message, message.count, code.baseAddress, nil)
            precondition(result != nil, "libcrypto has no HMAC with SHA-256")
            count = SHA256.length
        }
    }

    /// Whether `code` authenticates `message`, in a time that tells nothing about the right one.
    public static func isValid(_ code: [UInt8], of message: [UInt8], key: [UInt8]) -> Bool {
        ConstantTime.areEqual(code, Self.code(of: message, key: key))
    }
}
