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
        readPassword(section)
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

    private mutating func readPassword(_ section: Section) {
        let places: [(key: String, place: Secret.Place?)] = [
            ("password", section.value("password", .words).map { .here($0) }),
            ("password_file", section.path("password_file").map { .file($0) }),
            ("password_env", section.value("password_env", .words).map { .environment($0) }),
            ("password_credential", section.value("password_credential", .fileName).map { .credential($0) }),
        ]
        let given = places.map(\.key).filter(section.has)
        for extra in given.dropFirst() {
            let choice = places.map(\.key).joined(separator: ", ")
            section.fault(extra, "\(extra) beside \(given[0]): give one of \(choice)")
        }
        for (key, place) in places {
            guard let place else { continue }
            let secret = Secret(place: place)
            password = secret
            guard section.isOurs else { continue }
            if case .here = place, section.file(saying: key).isOpenToOthers {
                section.report.warning(section.mark(key), "others may read this file, and the password in it")
            }
            do { _ = try secret.read() } catch { section.fault(key, "\(error)") }
        }
    }
}
