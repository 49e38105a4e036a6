/// What one costs.
public struct Price: Hashable, Sendable {
    /// Hundredths of the currency's unit; never negative.
    public let hundredths: Int
    /// Three capital letters of ISO 4217.
    public let currency: String

    public init(hundredths: Int, currency: String) {
        self.hundredths = hundredths
        self.currency = currency
    }
}

extension Price: CustomStringConvertible {
    /// `6.90 EUR`.
    public var description: String {
        let (units, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        return "\(units).\(rest < 10 ? "0" : "")\(rest) \(currency)"
    }
}
