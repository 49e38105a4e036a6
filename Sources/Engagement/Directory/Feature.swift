/// One thing that can be said of a beer: its style, its family or a tag; written `style:imperial_stout`.
public struct Feature: Hashable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        case style, family, tag
    }

    public let kind: Kind
    /// Lower-case letters, digits and underscores.
    public let name: String

    public init(_ kind: Kind, _ name: String) {
        self.kind = kind
        self.name = name
    }
}

extension Feature: LosslessStringConvertible {
    /// Reads `style:NAME`, `family:NAME` and `tag:NAME`; anything else is `nil`.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])), Self.isName(parts[1]) else { return nil }
        self.init(kind, String(parts[1]))
    }

    public var description: String { "\(kind.rawValue):\(name)" }

    /// The letters a name is made of; at most 64 of them.
    static func isName(_ text: some StringProtocol) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
