/// Where the consumer keeps what it must not forget, and how many share the work.
public struct StoreSettings: Hashable, Sendable {
    public enum Place: Hashable, Sendable {
        /// A file; `nil`: in the state folder.
        case sqlite(path: String?)
        /// `postgresql://USER@HOST[:PORT]/DATABASE[?…]`, without a password.
        case postgreSQL(url: String)
    }

    public var place = Place.sqlite(path: nil)
    /// The database user's.
    public var password: Secret?
    /// Parts that the sites are divided into; each is one consumer's at a time.
    public var partitions = 1

    public init() {}
}

extension StoreSettings {
    mutating func read(_ section: Section) {
        section.read("store", into: &place, .storePlace)
        password = section.secret("store_password")
        section.read("partitions", into: &partitions, .whole(1...64))
        switch place {
        case .sqlite(let path):
            place = .sqlite(path: path.map { section.file(saying: "store").resolve($0) })
            if partitions > 1 {
                section.fault("partitions", "more than one needs a store that consumers share: postgresql://…")
            }
        case .postgreSQL(let url):
            if Place.showsPassword(url) {
                section.fault("store", "the password has keys of its own, as store_password_file")
            }
        }
    }
}

extension StoreSettings.Place {
    fileprivate static let scheme = "postgresql://"

    /// Whoever may read the file, the log or the list of processes would see it.
    fileprivate static func showsPassword(_ text: String) -> Bool {
        let rest = text.dropFirst(scheme.count)
        let parameters = rest.split(separator: "?").dropFirst().flatMap { $0.split(separator: "&") }
        return (rest.lastIndex(of: "@").map { rest[..<$0].contains(":") } ?? false)
            || parameters.contains { $0.hasPrefix("password=") }
    }

    fileprivate init?(_ text: String) {
        if text.hasPrefix(Self.scheme) {
            // HOST/DATABASE, or /DATABASE by a local socket. The rest of the URL is the library's to judge.
            let parts = text.dropFirst(Self.scheme.count).prefix { $0 != "?" }.split(
                separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[1].isEmpty else { return nil }
            self = .postgreSQL(url: text)
        } else {
            guard text.hasPrefix("sqlite:"), text.count > 7 else { return nil }
            self = .sqlite(path: text == "sqlite:auto" ? nil : String(text.dropFirst(7)))
        }
    }
}

extension Kind where Value == StoreSettings.Place {
    fileprivate static var storePlace: Kind {
        .text("sqlite:auto, sqlite:PATH or postgresql://USER@HOST/DATABASE", StoreSettings.Place.init)
    }
}
