import Daemon
import Glibc

/// How far something is, in one line of the terminal, each second after the first; nothing where nobody looks.
struct ProgressLine: ~Copyable {
    private let output = OutputFile.standardError()
    private let isSeen = isatty(STDERR_FILENO) == 1
    private var next = Self.now + Self.pause
    private var isShown = false

    /// Microseconds.
    private static let pause: Int64 = 1_000_000
    private static var now: Int64 { SystemClock.monotonicMicroseconds() }

    deinit {
        // The line is free for what comes after.
        if isShown { try? output.write("\r\u{1B}[K") }
    }

    mutating func show(_ text: @autoclosure () -> String) {
        guard isSeen, Self.now >= next else { return }
        next = Self.now + Self.pause
        isShown = true
        try? output.write("\r\(text())\u{1B}[K")
    }
}
