public import Beacons

/// Which adapter to listen with.
public enum AdapterChoice: Hashable, Sendable {
    /// The first that is up, else the first.
    case auto
    case index(UInt16)
    case address(BluetoothAddress)

    func pick(from adapters: [Adapter]) throws(ScannerError) -> Adapter {
        let picked =
            switch self {
            case .auto: adapters.first(where: \.isUp) ?? adapters.first
            case .index(let index): adapters.first { $0.index == index }
            case .address(let address): adapters.first { $0.address == address }
            }
        guard let picked else { throw .noAdapter(self, present: adapters) }
        return picked
    }
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
