import Daemon
import Glibc

/// The terminal as a page that is drawn anew, with keys read one by one; as it was before when it goes out of scope.
struct Terminal: ~Copyable {
    private let before: termios
    private let output = OutputFile.standard()

    init() {
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        before = settings
        // Ctrl-C stays a signal.
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        // The other page, without cursor.
        try? output.write("\u{1B}[?1049h\u{1B}[?25l")
    }

    deinit {
        try? output.write("\u{1B}[?25h\u{1B}[?1049l")
        var settings = before
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    var size: (rows: Int, columns: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
            return (24, 80)
        }
        return (Int(size.ws_row), Int(size.ws_col))
    }

    /// What has been pressed.
    func keys() -> [Character] {
        var wait = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, 0) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        // Nobody is there any more.
        guard count > 0 else { return ["q"] }
        return bytes.prefix(count).map { Character(Unicode.Scalar($0)) }
    }

    func draw(_ lines: [String]) throws(SystemError) {
        // Home; each line to its end; the rest of the page.
        try output.write("\u{1B}[H" + lines.map { "\($0)\u{1B}[K\r\n" }.joined() + "\u{1B}[J")
    }
}
