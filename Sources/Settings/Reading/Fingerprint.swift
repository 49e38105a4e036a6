/// Tells texts apart, not secrets: FNV-1a in 64 bits (draft-eastlake-fnv).
struct Fingerprint {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Each text ends in a zero byte, so that `ab`, `c` is not `a`, `bc`.
    mutating func add(_ text: String) {
        for byte in Array(text.utf8) + [0] { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    /// What a tree says, comments and layout aside, and passwords left out: whoever knows the rest could guess them.
    mutating func add(_ node: Node) {
        switch node.content {
        case .scalar(let text, let isPlain): add((isPlain ? ":" : "\"") + text)
        case .list(let items):
            add("[")
            for item in items { add(item) }
            add("]")
        case .map(let entries):
            add("{")
            for entry in entries where entry.key != "password" {
                add(entry.key)
                add(entry.value)
            }
            add("}")
        }
    }
}
