import Beacons
import Daemon
import Glibc
import VirtualController

/// The virtual controllers behind their adapters; one thread.
struct Server {
    private var air: Air
    /// By controller; `nil` while it is unplugged.
    private var ports: [Port?]
    private let listener: Int32

    init(_ families: [Family]) throws(PortError) {
        air = Air(
            families.enumerated().map { index, family in
                VirtualController(family, address: BluetoothAddress(0xC015_AA00_0001 + UInt64(index)))
            })
        listener = try ControlSocket.listen()
        ports = []
        for _ in families { ports.append(try Port()) }
    }

    mutating func run() -> Never {
        while true {
            var waiting = ([listener] + ports.map { $0?.descriptor ?? -1 }).map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            poll(&waiting, nfds_t(waiting.count), patience)
            let now = SystemClock.monotonicMicroseconds()
            for (index, port) in ports.enumerated() where waiting[index + 1].revents != 0 {
                if let port { receive(from: port, index, now) }
            }
            if waiting[0].revents != 0 { ControlSocket.serve(listener) { line in obey(line) } }
            air.advance(to: now)
            for index in ports.indices {
                for event in air.controllers[index].takeEvents() { ports[index]?.send(event) }
            }
        }
    }

    /// Milliseconds until a controller has something to do.
    private var patience: Int32 {
        guard let deadline = air.deadline else { return -1 }
        let now = SystemClock.monotonicMicroseconds()
        return deadline <= now ? 0 : Int32(min((deadline - now + 999) / 1000, 60_000))
    }

    private mutating func receive(from port: Port, _ index: Int, _ now: Int64) {
        let packet = port.receive()
        put("\(now / 1000) hci\(port.index) \(packet.map(Self.hex).joined())\n", to: STDOUT_FILENO)
        air.controllers[index].receive(packet, at: now)
    }

    /// `CONTROLLER plug`, `CONTROLLER unplug`, or what `Control` knows.
    private mutating func obey(_ line: String) -> String {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let index = words.first.flatMap({ Int($0) }), ports.indices.contains(index) else {
            return "error: no such controller"
        }
        switch words.dropFirst() {
        case ["unplug"]:
            ports[index] = nil
            air.controllers[index].unplug()
            return "ok"
        case ["plug"]:
            do throws(PortError) {
                if ports[index] == nil { ports[index] = try Port() }
            } catch {
                return "error: \(error)"
            }
        default:
            guard let control = Control(Array(words.dropFirst())) else {
                return "error: say one of\n\(Control.usage)"
            }
            let answer = air.controllers[index].apply(control)
            return control == .figures ? "\(answer) refused=\(ports[index]?.refused ?? 0)" : answer
        }
        return ports[index].map { "hci\($0.index)" } ?? "unplugged"
    }

    private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
