/// Why a secret cannot be had.
public struct SecretError: Error, Hashable, CustomStringConvertible {
    public let description: String
}
