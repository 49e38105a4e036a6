public import Beacons
import CBluetooth
import Glibc
public import HCI

/// A Bluetooth adapter of this machine.
public struct Adapter: Hashable, Sendable {
    /// N of `hciN`.
    public let index: UInt16
    public let address: BluetoothAddress
    public let isUp: Bool
    /// Built in, behind a serial line, and then often one chip with the Wi-Fi.
    let isSerial: Bool

    init(index: UInt16, address: BluetoothAddress, isUp: Bool, isSerial: Bool = false) {
        self.index = index
        self.address = address
        self.isUp = isUp
        self.isSerial = isSerial
    }

    /// Those that the kernel knows, lowest index first.
    public static func list() throws(ScannerError) -> [Adapter] {
        var adapters: [Adapter] = []
        for index in 0..<UInt16(HCI_MAX_DEV) {
            guard let adapter = try information(index).map(Adapter.init) else { continue }
            // Without an address it has not been set up yet.
            if adapter.address.value != 0 { adapters.append(adapter) }
        }
        return adapters
    }

    /// The one that is meant, as it is now.
    public static func find(_ choice: AdapterChoice) throws(ScannerError) -> Adapter { try choice.pick(from: list()) }

    /// As it is now; `nil` where it is gone.
    func refreshed() throws(ScannerError) -> Adapter? { try Self.information(index).map(Adapter.init) }

    /// Events that the kernel has taken from the controller; 0 where it does not say.
    public var eventCount: UInt32 { (try? Self.information(index))??.stat.evt_rx ?? 0 }

    private static func information(_ index: UInt16) throws(ScannerError) -> hci_dev_info? {
        var info = hci_dev_info()
        guard hci_devinfo(Int32(index), &info) == 0 else {
            if errno == ENODEV { return nil }
            throw ScannerError(call: "HCIGETDEVINFO", code: errno)
        }
        return info
    }

    private init(_ info: hci_dev_info) {
        let bytes = info.bdaddr.b
        let address = [bytes.5, bytes.4, bytes.3, bytes.2, bytes.1, bytes.0].reduce(0) { $0 << 8 | UInt64($1) }
        // Bit 0 of the flags is HCI_UP; the low half of the type is the bus.
        self.init(
            index: info.dev_id, address: BluetoothAddress(address), isUp: info.flags & 1 != 0,
            isSerial: info.type & 0x0F == UInt8(HCI_UART))
    }
}

extension Adapter: CustomStringConvertible {
    public var description: String { "hci\(index) (\(address))" }
}

extension AdapterChoice {
    /// - Throws: `noAdapter` where none of them is meant.
    public func pick(from adapters: [Adapter]) throws(ScannerError) -> Adapter {
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
