import Beacons
import HCI
import Glibc
import Testing

@testable import BlueZ

@Suite("Choosing an adapter")
struct AdapterChoiceTests {
    private static let down = Adapter(index: 0, address: BluetoothAddress(0x1), isUp: false)
    private static let up = Adapter(index: 1, address: BluetoothAddress(0x2), isUp: true)

    @Test("Auto takes the first that is up, else the first; index and address take their own")
    func pick() throws {
        let both = [Self.down, Self.up]
        #expect(try AdapterChoice.auto.pick(from: both) == Self.up)
        #expect(try AdapterChoice.auto.pick(from: [Self.down]) == Self.down)
        #expect(try AdapterChoice.index(0).pick(from: both) == Self.down)
        #expect(try AdapterChoice.address(BluetoothAddress(0x2)).pick(from: both) == Self.up)
    }

    @Test("What is not there is said beside what is")
    func missing() {
        let error = #expect(throws: ScannerError.self) { try AdapterChoice.index(7).pick(from: [Self.up]) }
        #expect(error?.description == "no Bluetooth adapter hci7: there is hci1 (00:00:00:00:00:02)")
        #expect(throws: ScannerError.noAdapter(.auto, present: [])) { try AdapterChoice.auto.pick(from: []) }
    }

    @Test("The words of the configuration", arguments: ["auto", "hci0", "hci12", "aa:bb:cc:dd:ee:ff"])
    func words(text: String) {
        #expect(AdapterChoice(text)?.description == text)
    }

    @Test("Other words are none", arguments: ["", "hci", "hci-1", "hci+1", "hci01", "hci70000", "0", "aa:bb:cc:dd:ee"])
    func otherWords(text: String) {
        #expect(AdapterChoice(text) == nil)
    }

    @Test(
        "What errno means, and what to do about it",
        arguments: [
            (EAFNOSUPPORT, "--network host"), (EPERM, "AmbientCapabilities=CAP_NET_RAW CAP_NET_ADMIN"),
            (ERFKILL, "rfkill unblock bluetooth"), (ENETDOWN, "bluetoothctl power on"), (EPIPE, "plug it in"),
            (EIO, "test: Input/output error"),
        ])
    func errors(code: Int32, remedy: String) {
        #expect(ScannerError(call: "test", code: code).description.contains(remedy))
    }

    /// Whether the kernel has Bluetooth sockets, found out by another way than the code under test.
    private static let hasBluetooth: Bool = {
        let number = socket(AF_BLUETOOTH, Int32(SOCK_RAW.rawValue), 1)
        guard number < 0 else { return close(number) == 0 }
        return errno != EAFNOSUPPORT
    }()

    @Test("On a machine without Bluetooth the scanner says so", .disabled(if: hasBluetooth))
    func noBluetooth() {
        #expect(throws: ScannerError.noBluetooth) { _ = try Scanner(.auto).family }
    }
}
