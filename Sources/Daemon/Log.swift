import Glibc
import Synchronization

/// The program's log: one `write(2)` a line to standard error, so that lines never mix and a crash loses none.
///
/// `info    mqtt: connected port=1883`, or `<6>mqtt: connected port=1883` where the journal reads it.
public final class Log: Sendable {
    public enum Level: String, Sendable, CaseIterable, Comparable {
        /// What comes with every advertisement or message.
        case debug
        /// A state has changed.
        case info
        /// Degraded, and we go on.
        case warning
        /// Someone must act.
        case error

        /// The number of syslog(3), which the journal reads.
        fileprivate var priority: Int {
            switch self {
            case .debug: 7
            case .info: 6
            case .warning: 4
            case .error: 3
            }
        }

        public static func < (left: Level, right: Level) -> Bool { left.priority > right.priority }
    }

    public typealias Fields = KeyValuePairs<String, any CustomStringConvertible>

    /// What has been said by `limited`, by its message.
    private struct Said {
        /// Monotonic microseconds.
        var at: Int64
        var heldBack = 0
    }

    private struct State {
        var level: Level
        var said: [String: Said] = [:]
    }

    /// Bytes. A pipe takes 4096 in one piece (PIPE_BUF).
    private static let longestLine = 4096
    /// Microseconds between two lines of one limited message.
    private static let pause: Int64 = 60_000_000

    private let descriptor: Int32
    private let isJournal: Bool
    private let clock: @Sendable () -> Int64
    private let state: Mutex<State>

    /// - Parameter clock: monotonic microseconds.
    public init(
        level: Level = .info, descriptor: Int32 = 2, environment: Environment = .process,
        clock: @escaping @Sendable () -> Int64 = SystemClock.monotonicMicroseconds
    ) {
        self.descriptor = descriptor
        self.clock = clock
        isJournal = environment["JOURNAL_STREAM"].map { $0 == Self.stream(descriptor) } ?? false
        state = Mutex(State(level: level))
    }

    /// Writes nothing: for who says by other means what there is to say.
    public static var silent: Log { Log(descriptor: -1) }

    /// What is below it is not written.
    public var level: Level {
        get { state.withLock { $0.level } }
        set { state.withLock { $0.level = newValue } }
    }

    public func debug(_ part: String, _ message: @autoclosure () -> String, _ fields: @autoclosure () -> Fields = [:]) {
        write(.debug, part, message(), fields())
    }

    public func info(_ part: String, _ message: @autoclosure () -> String, _ fields: @autoclosure () -> Fields = [:]) {
        write(.info, part, message(), fields())
    }

    public func warning(
        _ part: String, _ message: @autoclosure () -> String, _ fields: @autoclosure () -> Fields = [:]
    ) {
        write(.warning, part, message(), fields())
    }

    public func error(_ part: String, _ message: @autoclosure () -> String, _ fields: @autoclosure () -> Fields = [:]) {
        write(.error, part, message(), fields())
    }

    /// - Parameter part: of the program, as `mqtt`.
    public func write(
        _ level: Level, _ part: String, _ message: @autoclosure () -> String, _ fields: @autoclosure () -> Fields = [:]
    ) {
        guard level >= self.level else { return }
        put(level, LogLine.text(part: part, message: message(), fields: fields()))
    }

    /// For what strangers can make happen: the same message at most once a minute, then with `held_back`, the count
    /// of those in between.
    ///
    /// - Parameter message: tells one occasion from another, so it is fixed; what varies goes into the fields.
    public func limited(
        _ level: Level, _ part: String, _ message: StaticString, _ fields: @autoclosure () -> Fields = [:]
    ) {
        let message = message.description
        let now = clock()
        let heldBack: Int? = state.withLock { state in
            guard level >= state.level else { return nil }
            let key = "\(part): \(message)"
            if let said = state.said[key], now - said.at < Self.pause {
                state.said[key]?.heldBack += 1
                return nil
            }
            return state.said.updateValue(Said(at: now), forKey: key)?.heldBack ?? 0
        }
        guard let heldBack else { return }
        let line = LogLine.text(part: part, message: message, fields: fields())
        put(level, heldBack == 0 ? line : "\(line) held_back=\(heldBack)")
    }

    private func put(_ level: Level, _ line: String) {
        let name = level.rawValue
        let prefix = isJournal ? "<\(level.priority)>" : name + String(repeating: " ", count: 8 - name.count)
        var bytes = Array((prefix + line).utf8)
        if bytes.count >= Self.longestLine {
            bytes.removeSubrange((Self.longestLine - 4)...)
            while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
            if let last = bytes.last, last >= 0x80 { bytes.removeLast() }
            bytes += Array("…".utf8)
        }
        bytes.append(UInt8(ascii: "\n"))
        _ = Glibc.write(descriptor, bytes, bytes.count)
    }

    /// `device:inode`, as systemd writes it into JOURNAL_STREAM for the stream that it reads.
    private static func stream(_ descriptor: Int32) -> String? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? "\(status.st_dev):\(status.st_ino)" : nil
    }
}
