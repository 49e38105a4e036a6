/// Where a server listens: `ADDRESS:PORT`, an IPv6 address in brackets.
public struct ListenAddress: Hashable, Sendable, LosslessStringConvertible {
    /// Numeric; an IPv6 address without its brackets.
    public let host: String
    /// 0: any that is free.
    public let port: UInt16

    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let (host, port) = (text[..<colon], text[colon...].dropFirst())
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let name = isBracketed ? host.dropFirst().dropLast() : host
        let digits = isBracketed ? "0123456789abcdefABCDEF:." : "0123456789."
        guard !name.isEmpty, name.allSatisfy(digits.contains), !isBracketed || name.contains(":"),
            port.allSatisfy("0123456789".contains), let port = UInt16(port)
        else { return nil }
        self.init(host: String(name), port: port)
    }

    /// Whether only this machine can come.
    public var isLoopback: Bool { host == "::1" || host.hasPrefix("127.") }

    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension Kind where Value == ListenAddress {
    static var listenAddress: Kind {
        Kind(
            expected: "ADDRESS:PORT, as 127.0.0.1:8080 or [::1]:8080", parse: { $0.text.flatMap(ListenAddress.init) },
            hint: { node in
                guard let text = node.text else { return nil }
                if let port = UInt16(text) { return "did you mean 127.0.0.1:\(port)?" }
                let parts = text.split(separator: ":", omittingEmptySubsequences: false)
                guard parts.count == 2, ["localhost", "*", ""].contains(parts[0]) else { return nil }
                return "did you mean \(parts[0] == "localhost" ? "127.0.0.1" : "0.0.0.0"):\(parts[1])?"
            })
    }
}
