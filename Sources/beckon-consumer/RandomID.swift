/// Ids that nobody can guess and nothing else has: 128 random bits.
enum RandomID {
    static func make() -> String {
        let text = String(UInt128.random(in: 0 ... .max), radix: 16)
        return String(repeating: "0", count: 32 - text.count) + text
    }
}
