import Glibc

/// Text for a person or a pipe, as it is and at once.
public enum StandardStreams {
    public static func output(_ text: String) { put(text, STDOUT_FILENO) }
    public static func error(_ text: String) { put(text, STDERR_FILENO) }

    private static func put(_ text: String, _ descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
