public import HCI

/// What concerns one box in the store.
public struct GatewaySettings: Hashable, Sendable {
    /// The box's name in topics; `nil`: made by `GatewayName`.
    public var id: String?
    public var source: GatewaySource = .bluez
    public var adapters: [AdapterChoice] = [.auto]
    public var scan = ScanSettings()
    /// How the gateway reaches its broker.
    public var broker = BrokerSettings()
    /// Its page.
    public var http = HTTPSettings(port: 8081)

    public init() {}
}

extension GatewaySettings {
    mutating func read(_ section: Section) {
        section.read("id", into: &id, Kind<String>.name.or("auto"))
        if let source = section.value("source", .text(GatewaySource.expected, GatewaySource.init)) {
            self.source = source
            if case .replay(let path) = source {
                let resolved = section.file(saying: "source").resolve(path)
                self.source = .replay(path: resolved)
            }
        }
        section.read(
            "adapters", into: &adapters, atLeastOneOf: .text("auto, an address or hci0", AdapterChoice.init))
        if adapters.count > 1, adapters.contains(.auto) { section.fault("adapters", "auto stands alone") }
        section.section("scan") { scan.read($0) }
        section.section("broker") { broker.read($0) }
        section.section("http") { http.readListen($0) }
    }
}
