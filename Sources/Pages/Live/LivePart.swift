/// A part of a live page: the piece that is shown anew when something in it has changed.
public struct LivePart: Hashable, Sendable {
    /// Of letters: its place in the page, and in the address that it is fetched by.
    public let name: String
    /// A hash of what it shows.
    public let version: String
    /// The whole `section`.
    public let html: HTML

    init(_ name: String, _ title: String, _ body: HTML) {
        let version = String(Self.hash(body.text), radix: 36)
        self.name = name
        self.version = version
        html = """
            <section id="\(name)" data-version="\(version)" aria-labelledby="\(name)-title">
            <h2 id="\(name)-title">\(title)</h2>
            \(body)
            </section>

            """
    }

    /// FNV-1a of 64 bits.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

extension [LivePart] {
    /// What `/live.js` compares with what it shows: a JSON object of versions by name.
    public var versions: [UInt8] {
        [UInt8]("{\(map { "\"\($0.name)\":\"\($0.version)\"" }.joined(separator: ","))}".utf8)
    }
}
