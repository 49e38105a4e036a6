/// What a program says of a fault: what stands between `backticks` is to be typed.
enum Advice {
    static func html(_ text: String) -> HTML {
        let pieces = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        // One that nothing closes is a character like any other.
        guard pieces.count % 2 == 1 else { return "\(text)" }
        return HTML(pieces.enumerated().map { $0 % 2 == 1 ? "<code>\($1)</code>" : "\($1)" })
    }
}
