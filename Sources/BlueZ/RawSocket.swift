import CBluetooth
import Glibc

/// HCI sockets and what the kernel wants to be told about them.
enum RawSocket {
    /// Takes the commands of others, the events Command Complete (0x0E), Command Status (0x0F), Hardware Error (0x10).
    static func commands(_ adapter: Adapter) throws(ScannerError) -> Descriptor {
        let socket = try open()
        try bind(socket.number, device: adapter.index, channel: HCI_CHANNEL_RAW)
        try filter(socket.number, types: [HCI_COMMAND_PKT, HCI_EVENT_PKT], events: (0x0001_C000, 0))
        return socket
    }

    /// Takes LE Meta events (0x3E), with the kernel's time stamps and a large buffer.
    static func reports(_ adapter: Adapter, iBeaconOnly: Bool = false) throws(ScannerError) -> Descriptor {
        let socket = try open()
        try bind(socket.number, device: adapter.index, channel: HCI_CHANNEL_RAW)
        try filter(socket.number, types: [HCI_EVENT_PKT], events: (0, 0x4000_0000))
        try set(socket.number, SOL_HCI, HCI_TIME_STAMP, to: 1, "HCI_TIME_STAMP")
        // 4 MiB hold 10,900 events (768 bytes each in the kernel); without CAP_NET_ADMIN as much as the system allows.
        let size: Int32 = 4 << 20
        if (try? set(socket.number, SOL_SOCKET, SO_RCVBUFFORCE, to: size, "SO_RCVBUFFORCE")) == nil {
            try set(socket.number, SOL_SOCKET, SO_RCVBUF, to: size, "SO_RCVBUF")
        }
        if iBeaconOnly { try PacketFilter.iBeacons.attach(to: socket.number) }
        return socket
    }

    /// The adapter for us alone; it must be down. Takes every event but the reports, which come by another socket.
    static func exclusive(_ adapter: Adapter) throws(ScannerError) -> Descriptor {
        let socket = try open()
        try PacketFilter.noReports.attach(to: socket.number)
        try bind(socket.number, device: adapter.index, channel: HCI_CHANNEL_USER)
        return socket
    }

    /// Takes what the kernel says about adapters that come, go, and change their power.
    static func stackEvents() throws(ScannerError) -> Descriptor {
        let socket = try open()
        // Event 0xFD stands in the filter as 0xFD & 63.
        try bind(socket.number, device: UInt16(HCI_DEV_NONE), channel: HCI_CHANNEL_RAW)
        try filter(socket.number, types: [HCI_EVENT_PKT], events: (0, 1 << (0xFD & 63 - 32)))
        return socket
    }

    static func management() throws(ScannerError) -> Descriptor {
        let socket = try open()
        try bind(socket.number, device: UInt16(HCI_DEV_NONE), channel: HCI_CHANNEL_CONTROL)
        return socket
    }

    /// The socket's drop counter: SO_RXQ_OVFL does not work on HCI sockets, SO_MEMINFO does.
    static func dropped(_ socket: Int32) -> UInt32 {
        // SK_MEMINFO_DROPS of SK_MEMINFO_VARS (linux/sock_diag.h).
        var values = [UInt32](repeating: 0, count: 9)
        var size = socklen_t(values.count * MemoryLayout<UInt32>.size)
        return getsockopt(socket, SOL_SOCKET, SO_MEMINFO, &values, &size) == 0 ? values[8] : 0
    }

    static func open() throws(ScannerError) -> Descriptor {
        let type = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = socket(AF_BLUETOOTH, type, BTPROTO_HCI)
        guard number >= 0 else { throw ScannerError(call: "socket(AF_BLUETOOTH)", code: errno) }
        return Descriptor(owning: number)
    }

    private static func bind(_ socket: Int32, device: UInt16, channel: Int32) throws(ScannerError) {
        var address = sockaddr_hci(
            hci_family: sa_family_t(AF_BLUETOOTH), hci_dev: device, hci_channel: UInt16(channel))
        let result = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(socket, $0, socklen_t(MemoryLayout<sockaddr_hci>.size))
            }
        }
        guard result == 0 else { throw ScannerError(call: "bind to hci\(device)", code: errno) }
    }

    /// Sets the filter and reads it back: without CAP_NET_RAW the kernel clips it and says nothing.
    private static func filter(
        _ socket: Int32, types: [Int32], events: (UInt32, UInt32)
    ) throws(ScannerError) {
        var filter = hci_filter(
            type_mask: types.reduce(0) { $0 | 1 << UInt32($1) }, event_mask: events, opcode: 0)
        let size = socklen_t(MemoryLayout<hci_filter>.size)
        guard setsockopt(socket, SOL_HCI, HCI_FILTER, &filter, size) == 0 else {
            throw ScannerError(call: "HCI_FILTER", code: errno)
        }
        var actual = hci_filter()
        var actualSize = size
        guard getsockopt(socket, SOL_HCI, HCI_FILTER, &actual, &actualSize) == 0 else {
            throw ScannerError(call: "HCI_FILTER", code: errno)
        }
        guard actual.event_mask == events, actual.type_mask == filter.type_mask else {
            throw .notPermitted("the kernel withholds advertising reports")
        }
    }

    private static func set(
        _ socket: Int32, _ level: Int32, _ option: Int32, to value: Int32, _ name: String
    ) throws(ScannerError) {
        var value = value
        guard setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
            throw ScannerError(call: name, code: errno)
        }
    }
}
