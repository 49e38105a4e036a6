/// Where a broker listens.
public struct BrokerURL: Hashable, Sendable {
    public let host: String
    public let port: UInt16
    public let usesTLS: Bool

    public init(host: String, port: UInt16, usesTLS: Bool) {
        self.host = host
        self.port = port
        self.usesTLS = usesTLS
    }
}

extension BrokerURL: CustomStringConvertible {
    public var description: String {
        "\(usesTLS ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}
