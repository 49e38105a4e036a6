/// Where a broker listens: `mqtt://HOST[:PORT]` or, with TLS, `mqtts://HOST[:PORT]`.
public struct BrokerURL: Hashable, Sendable, LosslessStringConvertible {
    public let isSecure: Bool
    /// A name or an address; an IPv6 address without its brackets.
    public let host: String
    public let port: UInt16

    init(isSecure: Bool, host: String, port: UInt16) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
    }

    /// The ports are those registered with IANA: 1883, and 8883 with TLS.
    public init?(_ text: String) {
        guard let scheme = ["mqtt://", "mqtts://"].first(where: text.hasPrefix) else { return nil }
        isSecure = scheme == "mqtts://"
        var rest = text.dropFirst(scheme.count)
        if rest.last == "/" { rest.removeLast() }
        var portText = isSecure ? "8883" : "1883"
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            host = String(rest[..<end].dropFirst())
            rest = rest[end...].dropFirst()
            guard host.contains(":"), rest.isEmpty || rest.first == ":" else { return nil }
            if !rest.isEmpty { portText = String(rest.dropFirst()) }
        } else {
            let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 2 else { return nil }
            host = String(parts[0])
            if parts.count == 2 { portText = String(parts[1]) }
        }
        let isHost = host.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789.-_:%".unicodeScalars.contains(scalar))
        }
        guard isHost, !host.isEmpty, portText.utf8.first != UInt8(ascii: "+"), let port = UInt16(portText), port > 0
        else { return nil }
        self.port = port
    }

    public var description: String {
        "\(isSecure ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}

extension Kind where Value == BrokerURL {
    static var brokerURL: Kind {
        Kind(
            expected: "mqtt://HOST[:PORT] or mqtts://HOST[:PORT]", parse: { $0.text.flatMap(BrokerURL.init) },
            hint: { node in
                guard let text = node.text else { return nil }
                if text.contains("@") { return "user and password have keys of their own" }
                return text.contains("/") ? nil : BrokerURL("mqtt://\(text)").map { "did you mean \($0)?" }
            })
    }
}
