import Daemon
import Glibc

/// An adapter that the kernel believes in, for as long as this is open. Needs the module hci_vhci, and root.
final class Port {
    let descriptor: Int32
    /// As in `hci0`.
    let index: Int
    /// Events that the kernel did not take: it does so only while the adapter is up, or coming up.
    private(set) var refused = 0

    private static let vendorPacket: UInt8 = 0xFF

    init() throws(PortError) {
        descriptor = open("/dev/vhci", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw PortError("/dev/vhci") }
        // A primary controller; answered by the same and its index.
        let create = [Self.vendorPacket, 0]
        guard write(descriptor, create, create.count) == create.count else { throw PortError("creating an adapter") }
        var answer: [UInt8] = [0, 0, 0, 0]
        guard read(descriptor, &answer, answer.count) == answer.count, answer[0] == Self.vendorPacket else {
            throw PortError("the adapter's index")
        }
        index = Int(answer[2]) | Int(answer[3]) << 8
    }

    deinit { close(descriptor) }

    /// One packet of the host; call when the descriptor is readable.
    func receive() -> [UInt8] {
        var packet = [UInt8](repeating: 0, count: 2048)
        let count = read(descriptor, &packet, packet.count)
        return Array(packet.prefix(max(count, 0)))
    }

    func send(_ event: [UInt8]) {
        if write(descriptor, event, event.count) != event.count { refused += 1 }
    }
}

struct PortError: Error, CustomStringConvertible {
    let description: String
    init(_ what: String) { description = "\(what): \(String(cString: strerror(errno)))" }
}
