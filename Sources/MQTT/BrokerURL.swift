/// Where a broker listens: `mqtt://HOST[:PORT]` or, by TLS, `mqtts://HOST[:PORT]`; IPv6 addresses in brackets.
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

extension BrokerURL: LosslessStringConvertible {
    public var description: String {
        "\(usesTLS ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    /// Without a port: 1883, with TLS 8883 (IANA). A user or password, which would end in logs, is refused.
    public init?(_ text: String) {
        let usesTLS: Bool
        var rest: Substring
        if text.hasPrefix("mqtt://") {
            (usesTLS, rest) = (false, text.dropFirst("mqtt://".count))
        } else if text.hasPrefix("mqtts://") {
            (usesTLS, rest) = (true, text.dropFirst("mqtts://".count))
        } else {
            return nil
        }
        if rest.hasSuffix("/") { rest.removeLast() }

        let host: Substring
        var port: Substring?
        if rest.hasPrefix("[") {
            guard let bracket = rest.firstIndex(of: "]") else { return nil }
            host = rest[rest.index(after: rest.startIndex)..<bracket]
            let tail = rest[rest.index(after: bracket)...]
            guard tail.isEmpty || tail.hasPrefix(":") else { return nil }
            if !tail.isEmpty { port = tail.dropFirst() }
            guard host.contains(":"), host.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else { return nil }
        } else {
            let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
            guard let first = parts.first, parts.count <= 2 else { return nil }
            host = first
            if parts.count == 2 { port = parts[1] }
            guard host.utf8.allSatisfy(Self.isHostByte) else { return nil }
        }
        guard !host.isEmpty, host.utf8.count <= 253 else { return nil }
        var number: UInt16 = usesTLS ? 8883 : 1883
        if let port {
            guard port.allSatisfy(\.isNumber), let given = UInt16(port), given > 0 else { return nil }
            number = given
        }
        self.init(host: String(host), port: number, usesTLS: usesTLS)
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
