public import JSON

/// Whom a site's gateways drop: keyed hashes of who opted out, or of all who opted in.
public struct DenyList: Hashable, Sendable {
    public enum Mode: String, Sendable, CaseIterable {
        /// All but these are heard.
        case deny
        /// None but these are heard.
        case allow
    }

    /// Unix milliseconds.
    public var at: Int64
    /// Names the key of the hashes.
    public var keyID: String
    public var mode: Mode
    public var hashes: [String]

    public init(at: Int64, keyID: String, mode: Mode, hashes: [String]) {
        self.at = at
        self.keyID = keyID
        self.mode = mode
        self.hashes = hashes
    }
}

extension DenyList: Payload {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.time("at", at)
            $0.field("key_id", keyID)
            $0.field("mode", mode.rawValue)
            $0.name("hashes")
            $0.array { for hash in hashes { $0.string(hash) } }
        }
    }

    public init(_ fields: Fields) throws(PayloadError) {
        at = try fields.time("at")
        keyID = try fields.string("key_id")
        mode = try fields.word("mode")
        hashes = try fields.strings("hashes")
    }
}
