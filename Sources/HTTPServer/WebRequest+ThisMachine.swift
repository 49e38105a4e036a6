extension WebRequest {
    /// Whether a person at this very machine asks, and not by way of a proxy, nor a page of elsewhere whose name was
    /// pointed at us: what they name in the address bar is this machine.
    public var isFromThisMachine: Bool {
        SocketAddress.isLoopback(peer) && header("x-real-ip") == nil && header("x-forwarded-for") == nil
            && header("forwarded") == nil && Self.namesThisMachine(header("host") ?? "")
    }

    /// - Parameter host: with its port, if any (RFC 9110, section 7.2).
    private static func namesThisMachine(_ host: String) -> Bool {
        if host.hasPrefix("[") { return host.hasPrefix("[::1]") }
        let name = host.prefix { $0 != ":" }.lowercased()
        return name == "localhost" || SocketAddress(host: name, port: 0) != nil && SocketAddress.isLoopback(name)
    }
}
