import CBluetooth
import Glibc

/// Whether this machine talks to the world by Wi-Fi at 2.4 GHz, where Bluetooth is too.
enum WiFi {
    static var isDefaultRouteAt24: Bool {
        guard let routes = content("/proc/net/route"), let interface = defaultInterface(routes),
            access("/sys/class/net/\(interface)/phy80211", F_OK) == 0
        else { return false }
        // One that does not tell its frequency may be there.
        return frequency(of: interface).map { $0 < 3_000_000_000 } ?? true
    }

    /// The interface of the route to 0.0.0.0/0 with the lowest metric, from /proc/net/route.
    static func defaultInterface(_ routes: String) -> String? {
        var best: (interface: String, metric: Int)?
        for line in routes.split(separator: "\n") {
            // Interface, destination, gateway, flags, references, use, metric, mask, …
            let fields = line.split(whereSeparator: \.isWhitespace)
            guard fields.count >= 8, fields[1] == "00000000", fields[7] == "00000000" else { continue }
            let metric = Int(fields[6]) ?? .max
            if best.map({ metric < $0.metric }) ?? true { best = (String(fields[0]), metric) }
        }
        return best?.interface
    }

    /// Hz.
    private static func frequency(of interface: String) -> Int64? {
        let socket = Descriptor(owning: Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        // struct iwreq (linux/wireless.h): 16 bytes of name, then mantissa (4) and exponent (2) of the frequency.
        var request = Array(interface.utf8.prefix(15))
        request += [UInt8](repeating: 0, count: 32 - request.count)
        let siocgiwfreq: UInt = 0x8B05
        guard socket.number >= 0, ioctl(socket.number, siocgiwfreq, &request) == 0 else { return nil }
        return frequency(request[16..<22])
    }

    /// - Parameter bytes: mantissa and exponent of ten, little-endian; small numbers without exponent are channels.
    static func frequency(_ bytes: ArraySlice<UInt8>) -> Int64? {
        let bytes = Array(bytes)
        guard bytes.count == 6 else { return nil }
        var mantissa: Int64 = 0
        for byte in bytes[..<4].reversed() { mantissa = mantissa << 8 | Int64(byte) }
        let exponent = Int(bytes[4]) | Int(bytes[5]) << 8
        // The channels of 2.4 GHz are 1 to 14.
        if exponent == 0, mantissa < 1000 { return mantissa <= 14 ? 2_400_000_000 : 5_000_000_000 }
        guard exponent <= 9 else { return nil }
        return (0..<exponent).reduce(mantissa) { product, _ in product * 10 }
    }

    private static func content(_ path: String) -> String? {
        let file = Descriptor(owning: open(path, O_RDONLY | O_CLOEXEC))
        var bytes = [UInt8](repeating: 0, count: 65_536)
        guard file.number >= 0 else { return nil }
        let count = read(file.number, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
