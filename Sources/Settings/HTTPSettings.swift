/// Where a daemon serves its pages, and under which name the world knows them.
public struct HTTPSettings: Hashable, Sendable {
    /// `nil`: nowhere.
    public var listen: ListenAddress?
    /// Without a slash at its end; `nil`: the pages have no address in the world, and notifications no links.
    public var publicURL: String?

    init(port: UInt16) { listen = ListenAddress(host: "127.0.0.1", port: port) }
}

extension HTTPSettings {
    mutating func read(_ section: Section) {
        readListen(section)
        if let found = section.value("public_url", Kind.publicURL.or("none")) { publicURL = found }
    }

    /// Of a server that the world does not see.
    mutating func readListen(_ section: Section) {
        if let found = section.value("listen", Kind.listenAddress.or("off")) { listen = found }
    }
}

extension Kind where Value == String {
    /// Scheme, host and port: pages lie at its root.
    fileprivate static var publicURL: Kind {
        Kind(
            expected: "a URL without a path, as https://beer.example",
            parse: { node in
                guard let text = node.text, let scheme = ["https://", "http://"].first(where: text.hasPrefix) else {
                    return nil
                }
                let host = text.dropFirst(scheme.count)
                let isHost = host.unicodeScalars.allSatisfy {
                    $0.isASCII && ($0.properties.isAlphabetic || "0123456789.-:[]".unicodeScalars.contains($0))
                }
                return isHost && !host.isEmpty && text.utf8.count <= 200 ? text : nil
            },
            hint: { node in
                guard let text = node.text, text.hasSuffix("/") else { return nil }
                return "leave out the slash at its end, and any path"
            })
    }
}
