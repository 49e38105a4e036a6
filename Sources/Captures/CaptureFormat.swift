/// The formats that are written.
public enum CaptureFormat: String, Sendable, CaseIterable {
    /// As btmon writes it; Wireshark opens it too.
    case btsnoop
    case pcapng
    /// Reports, a line each; gaps are not written.
    case jsonLines = "jsonl"

    /// By the ending of a file's name.
    public init?(path: some StringProtocol) {
        guard let format = Self.allCases.first(where: { path.hasSuffix(".\($0.rawValue)") }) else { return nil }
        self = format
    }
}
