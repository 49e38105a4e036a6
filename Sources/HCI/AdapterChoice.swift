public import Beacons

/// Which adapter to use.
public enum AdapterChoice: Hashable, Sendable {
    /// The first that is up, else the first.
    case auto
    /// `hci0` is 0.
    case index(UInt16)
    /// Follows the adapter to another port.
    case address(BluetoothAddress)
}

extension AdapterChoice: LosslessStringConvertible {
    /// Reads `auto`, `hciN` or an address.
    public init?(_ text: String) {
        if text == "auto" {
            self = .auto
        } else if let address = BluetoothAddress(text) {
            self = .address(address)
        } else if text.hasPrefix("hci"), let index = UInt16(text.dropFirst(3)), text == "hci\(index)" {
            self = .index(index)
        } else {
            return nil
        }
    }

    public var description: String {
        switch self {
        case .auto: "auto"
        case .index(let index): "hci\(index)"
        case .address(let address): address.description
        }
    }
}
