/// How a program reaches its broker.
public struct BrokerSettings: Hashable, Sendable {
    /// Files are read again at each connect.
    public struct TLS: Hashable, Sendable {
        /// Certificates that are trusted, PEM; `nil`: those of the system.
        public var ca: String?
        /// Our own certificate, PEM.
        public var certificate: String?
        /// The private key to it, PEM.
        public var key: String?
        /// What the broker's certificate must name; `nil`: the host of the URL.
        public var serverName: String?
    }

    /// Tried in turn.
    public var urls = [BrokerURL(isSecure: false, host: "127.0.0.1", port: 1883)]
    public var username: String?
    public var password: Secret?
    public var tls = TLS()

    public init() {}
}

extension BrokerSettings {
    /// Lays what the section says over what is there.
    mutating func read(_ section: Section) {
        section.read("urls", into: &urls, atLeastOneOf: .brokerURL)
        section.read("username", into: &username, .words)
        password = section.secret("password") ?? password
        section.section("tls") { section in
            tls.ca = section.file("ca") ?? tls.ca
            tls.certificate = section.file("certificate") ?? tls.certificate
            tls.key = section.file("key") ?? tls.key
            section.read("server_name", into: &tls.serverName, .words)
            if (tls.certificate == nil) != (tls.key == nil) {
                section.report.fault(section.mark, "certificate and key belong together; give both or neither")
            }
        }
    }
}
