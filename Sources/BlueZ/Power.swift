import CBluetooth
import Glibc

/// An adapter's power. May take seconds.
enum Power {
    /// Also keeps the kernel from powering an unclaimed adapter off after 2 s.
    static func up(_ adapter: Adapter) throws(ScannerError) {
        // _IOW('H', 201, int): the macro does not reach Swift.
        guard try ask(0x4004_48C9, adapter) != 0, errno != EALREADY else { return }
        let code = errno
        // Without CAP_NET_ADMIN an adapter that is up already will do.
        if code == EPERM, try adapter.refreshed()?.isUp == true { return }
        throw ScannerError(call: "powering \(adapter) up", code: code)
    }

    static func down(_ adapter: Adapter) throws(ScannerError) {
        // _IOW('H', 202, int)
        guard try ask(0x4004_48CA, adapter) != 0, errno != EALREADY else { return }
        throw ScannerError(call: "powering \(adapter) down", code: errno)
    }

    private static func ask(_ request: UInt, _ adapter: Adapter) throws(ScannerError) -> Int32 {
        let socket = try RawSocket.open()
        return ioctl(socket.number, request, CInt(adapter.index))
    }
}
