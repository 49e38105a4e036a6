/// Why an answer of the retailer's engine cannot be used.
public struct EngineFault: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
