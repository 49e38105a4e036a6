/// Where a gateway's advertisements come from; on the command line as in the file.
public enum GatewaySource: Hashable, Sendable, LosslessStringConvertible {
    case bluez
    /// A simulated shop.
    case simulated
    /// A capture.
    case replay(path: String)

    /// `auto` is `bluez`: a gateway never invents shoppers where it has no adapter.
    public init?(_ text: String) {
        switch text {
        case "auto", "bluez": self = .bluez
        case "simulated": self = .simulated
        default:
            guard text.hasPrefix("replay:"), text.count > 7 else { return nil }
            self = .replay(path: String(text.dropFirst(7)))
        }
    }

    public var description: String {
        switch self {
        case .bluez: "bluez"
        case .simulated: "simulated"
        case .replay(let path): "replay:\(path)"
        }
    }

    /// Every way to write one, for messages.
    public static let expected = "auto, bluez, simulated or replay:FILE"
}
