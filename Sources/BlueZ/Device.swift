import Glibc

/// What the kernel's device tree (sysfs) knows of an adapter, and lets us do to it. Where the rights are missing it is
/// left as it is.
enum Device {
    /// Keeps a USB adapter from falling asleep, which makes events late or lost.
    static func keepAwake(_ adapter: Adapter) {
        let device = "\(folder(adapter))/device/.."
        if read("\(device)/busnum") != nil { _ = write("on", to: "\(device)/power/control") }
    }

    /// Resets the device as unplugging and plugging would. It comes back as a new adapter.
    static func reset(_ adapter: Adapter) throws(ScannerError) {
        // The kernel's own way, from 6.13 on.
        if write("1", to: "\(folder(adapter))/reset") { return }
        let device = "\(folder(adapter))/device/.."
        guard let bus = read("\(device)/busnum").flatMap({ Int($0) }),
            let number = read("\(device)/devnum").flatMap({ Int($0) })
        else { throw .system(call: "resetting \(adapter), which is no USB device", code: EOPNOTSUPP) }
        let path = "/dev/bus/usb/\(padded(bus))/\(padded(number))"
        let node = Descriptor(owning: open(path, O_WRONLY | O_CLOEXEC))
        // USBDEVFS_RESET: _IO('U', 20)
        guard node.number >= 0, ioctl(node.number, 0x5514, 0) == 0 else {
            throw ScannerError(call: "resetting \(path)", code: errno)
        }
    }

    /// The first line of a file of the kernel's.
    static func read(_ path: String) -> String? {
        let file = Descriptor(owning: open(path, O_RDONLY | O_CLOEXEC))
        guard file.number >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(file.number, &bytes, bytes.count)
        guard count >= 0 else { return nil }
        return String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    private static func write(_ text: String, to path: String) -> Bool {
        let file = Descriptor(owning: open(path, O_WRONLY | O_CLOEXEC))
        guard file.number >= 0 else { return false }
        let bytes = Array(text.utf8)
        return Glibc.write(file.number, bytes, bytes.count) == bytes.count
    }

    private static func folder(_ adapter: Adapter) -> String { "/sys/class/bluetooth/hci\(adapter.index)" }

    /// As /dev/bus/usb names them: three digits.
    private static func padded(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(3 - digits.count, 0)) + digits
    }
}
