public import Beacons
import CBluetooth
import Glibc
import HCI

/// A Bluetooth adapter of this machine.
public struct Adapter: Hashable, Sendable {
    /// N of `hciN`.
    public let index: UInt16
    public let address: BluetoothAddress
    public let isUp: Bool

    init(index: UInt16, address: BluetoothAddress, isUp: Bool) {
        self.index = index
        self.address = address
        self.isUp = isUp
    }

    /// Those that the kernel knows, lowest index first.
    public static func list() throws(ScannerError) -> [Adapter] {
        var adapters: [Adapter] = []
        for index in 0..<HCI_MAX_DEV {
            var info = hci_dev_info()
            guard hci_devinfo(index, &info) == 0 else {
                if errno == ENODEV { continue }
                throw ScannerError(call: "HCIGETDEVINFO", code: errno)
            }
            adapters.append(Adapter(info))
        }
        return adapters
    }

    private init(_ info: hci_dev_info) {
        let bytes = info.bdaddr.b
        let address = [bytes.5, bytes.4, bytes.3, bytes.2, bytes.1, bytes.0].reduce(0) { $0 << 8 | UInt64($1) }
        // Bit 0 of the flags is HCI_UP.
        self.init(index: info.dev_id, address: BluetoothAddress(address), isUp: info.flags & 1 != 0)
    }
}

extension Adapter: CustomStringConvertible {
    public var description: String { "hci\(index) (\(address))" }
}

extension AdapterChoice {
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
