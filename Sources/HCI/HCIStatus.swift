/// A controller's error code: Core Specification, Vol 1, Part F.
public struct HCIStatus: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let success = HCIStatus(rawValue: 0x00)
    public static let unknownCommand = HCIStatus(rawValue: 0x01)
    public static let commandDisallowed = HCIStatus(rawValue: 0x0C)
    public static let unsupportedFeature = HCIStatus(rawValue: 0x11)
    public static let invalidParameters = HCIStatus(rawValue: 0x12)
}

extension HCIStatus: CustomStringConvertible {
    /// `0x0c (command disallowed)`.
    public var description: String {
        let code = "0x\(rawValue < 16 ? "0" : "")\(String(rawValue, radix: 16))"
        return switch self {
        case .success: "\(code) (success)"
        case .unknownCommand: "\(code) (unknown command)"
        case .commandDisallowed: "\(code) (command disallowed)"
        case .unsupportedFeature: "\(code) (unsupported feature)"
        case .invalidParameters: "\(code) (invalid parameters)"
        default: code
        }
    }
}
