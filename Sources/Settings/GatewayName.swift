import Daemon
public import Beacons
import Glibc
import Messages

/// The name that a gateway has where its configuration says `auto`.
public enum GatewayName {
    /// What images give every machine; with such a name two boxes would take each other's place.
    private static let generic: Set<String> = [
        "alarmpi", "armbian", "debian", "dietpi", "fedora", "gateway", "localhost", "orangepi", "pi", "radxa",
        "raspberry", "raspberrypi", "raspbian", "rock", "rpi", "ubuntu",
    ]

    /// Of this machine.
    ///
    /// - Parameter adapter: the address of the adapter in use; `nil` where there is none.
    public static func automatic(adapter: BluetoothAddress?) -> String {
        let machine = try? FileContent.read("/etc/machine-id", atMost: 4096)
        return from(hostName: hostName, adapter: adapter, machine: machine)
    }

    /// Whether many boxes have the host name of this one.
    public static var isGeneric: Bool { generic.contains(spelled(hostName)) }

    private static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The host name up to its first dot, in lower case, with hyphens for what a name cannot hold.
    ///
    /// A generic one gets six hexadecimal digits behind it: the last three bytes of the adapter's address, which its
    /// maker made unique; where there is no adapter, of a hash of the machine id (machine-id(5) asks that the id itself
    /// not be shown).
    static func from(hostName: String, adapter: BluetoothAddress?, machine: [UInt8]?) -> String {
        let name = spelled(hostName)
        guard generic.contains(name) else { return name }
        if let adapter { return "\(name)-\(Hex.text(adapter.value & 0xFF_FFFF, bytes: 3))" }
        return machine.map { "\(name)-\(Hex.text(fingerprint(of: $0) & 0xFF_FFFF, bytes: 3))" } ?? name
    }

    private static func spelled(_ hostName: String) -> String {
        let label = hostName.lowercased().prefix { $0 != "." }
        let spelled = label.map { Name.isValid("a\($0)") ? $0 : "-" }.drop { $0 == "-" || $0 == "_" }
        return spelled.isEmpty ? "gateway" : String(spelled.prefix(32))
    }

    private static func fingerprint(of machine: [UInt8]) -> UInt64 {
        var fingerprint = Fingerprint()
        fingerprint.add("beckon gateway")
        fingerprint.add(String(decoding: machine, as: UTF8.self))
        return fingerprint.value
    }
}
