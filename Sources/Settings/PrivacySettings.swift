import Daemon

/// What of a beacon leaves the box.
public struct PrivacySettings: Hashable, Sendable {
    /// A key of keyed hashes, the same for every gateway and consumer of the retailer.
    public struct Key: Hashable, Sendable {
        /// Names it in messages.
        public var id: String
        public var secret: Secret
    }

    /// Whether messages call beacons by keyed hashes.
    public var pseudonyms = false
    /// `nil`: nobody can be told whom to drop.
    public var key: Key?
    /// While the key is being changed, the one before.
    public var previous: Key?
    /// Whether only who agreed is heard.
    public var enrolledOnly = false

    /// Bytes of the shortest key: as many as SHA-256 gives (RFC 2104, section 3).
    static let shortestKey = 32

    public init() {}

    /// The keys as they are now, the one of before last.
    public func keys() throws(SecretError) -> [(id: String, key: [UInt8])] {
        var keys: [(id: String, key: [UInt8])] = []
        for key in [key, previous].compactMap(\.self) { keys.append((key.id, try key.secret.bytes())) }
        return keys
    }
}

extension PrivacySettings {
    mutating func read(_ section: Section) {
        section.read("pseudonyms", into: &pseudonyms, .onOff)
        section.read("enrolled_only", into: &enrolledOnly, .truth)
        key = Key.read(section)
        section.section("previous") { section in
            previous = Key.read(section)
            if previous == nil {
                section.report.fault(section.mark, "key_file or key_credential is missing: where the former key lies")
            }
        }
        if previous != nil, key == nil {
            section.fault("previous", "previous needs a key after it; give key_file or key_credential")
        }
        if let previous, previous.id == key?.id {
            section.fault("previous", "both keys are called \(previous.id); give each a key_id of its own")
        }
        for (name, isWanted) in [("pseudonyms", pseudonyms), ("enrolled_only", enrolledOnly)]
        where isWanted && key == nil {
            section.fault(name, "\(name) needs a key; give key_file or key_credential")
        }
    }
}

extension PrivacySettings.Key {
    fileprivate static func read(_ section: Section) -> Self? {
        let id = section.value("key_id", .name) ?? "k1"
        let isNone = section.peek("key_file")?.text == "none"
        let file = isNone ? nil : section.path("key_file").map(Secret.Place.file)
        if isNone { _ = section.node("key_file") }
        let credential = section.value("key_credential", .fileName).map(Secret.Place.credential)
        if file != nil, credential != nil {
            section.fault("key_credential", "key_credential beside key_file: give one of the two")
        }
        guard let place = file ?? credential else { return nil }
        let secret = Secret(place: place)
        guard section.isOurs else { return Self(id: id, secret: secret) }
        let name = file == nil ? "key_credential" : "key_file"
        do throws(SecretError) {
            let bytes = try secret.bytes().count
            if bytes < PrivacySettings.shortestKey {
                section.fault(
                    name,
                    "\(secret) has \(bytes) bytes, and a key at least \(PrivacySettings.shortestKey): make one with"
                        + " openssl rand -base64 48")
            }
        } catch {
            section.fault(name, "\(error)")
        }
        return Self(id: id, secret: secret)
    }
}
