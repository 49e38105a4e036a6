import Synchronization
import Testing

@testable import Daemon

@Suite("Log")
struct LogTests {
    @Test("A line names level, part, message and fields")
    func line() {
        let pipe = Pipe()
        let log = Log(descriptor: pipe.writing, environment: [:])
        log.info("mqtt", "connected", ["port": 1883, "host": "127.0.0.1"])
        log.warning("bluez", "no adapter")
        log.error("settings", "cannot go on")
        #expect(
            pipe.text() == """
                info    mqtt: connected port=1883 host=127.0.0.1
                warning bluez: no adapter
                error   settings: cannot go on

                """)
    }

    @Test("Where the journal reads the stream, lines carry its priorities; another stream's journal changes nothing")
    func journal() {
        let pipe = Pipe()
        let log = Log(level: .debug, descriptor: pipe.writing, environment: ["JOURNAL_STREAM": pipe.stream])
        for level in Log.Level.allCases { log.write(level, "a", "b") }
        #expect(pipe.text() == "<7>a: b\n<6>a: b\n<4>a: b\n<3>a: b\n")
        Log(descriptor: pipe.writing, environment: ["JOURNAL_STREAM": "1:2"]).info("a", "b")
        #expect(pipe.text() == "info    a: b\n")
    }

    @Test("What is below the level is neither written nor made")
    func levels() {
        let pipe = Pipe()
        let log = Log(descriptor: pipe.writing, environment: [:])
        let made = Atomic(0)
        func message() -> String {
            made.add(1, ordering: .relaxed)
            return "heard"
        }
        log.debug("a", message())
        #expect(pipe.text() == "")
        log.level = .debug
        log.debug("a", message())
        #expect(pipe.text() == "debug   a: heard\n")
        #expect(made.load(ordering: .relaxed) == 1)
    }

    @Test(
        "No value breaks the line or steers a terminal",
        arguments: [
            ("plain", "plain"), ("two words", "\"two words\""), ("", "\"\""), ("a\nb", "a\\nb"),
            ("a=\"b\"", "\"a=\\\"b\\\"\""),
            ("\u{1B}[31m", "\\u{1b}[31m"), ("\r\t\u{0}", "\\r\\t\\u{0}"), ("\u{202E}evil", "\\u{202e}evil"),
            ("\u{85}\u{2028}", "\\u{85}\\u{2028}"), ("grüße", "grüße"),
        ])
    func escaping(value: String, shown: String) {
        let pipe = Pipe()
        Log(descriptor: pipe.writing, environment: [:]).info("a", "b", ["value": value])
        #expect(pipe.text() == "info    a: b value=\(shown)\n")
    }

    @Test("A long line is cut at a character, to what a pipe takes in one piece", arguments: 0..<3)
    func long(shift: Int) {
        let pipe = Pipe()
        let text = String(repeating: "x", count: shift) + String(repeating: "ä", count: 10_000)
        Log(descriptor: pipe.writing, environment: [:]).info("a", text)
        let line = pipe.text()
        #expect(line.utf8.count <= 4096 && line.utf8.count > 4080)
        #expect(line.hasSuffix("ä…\n"))
        #expect(!line.contains("\u{FFFD}"))
    }

    @Test("A limited message comes once a minute, with the count of what was held back; others are not touched")
    func limited() {
        let pipe = Pipe()
        let time = Time()
        let log = Log(descriptor: pipe.writing, environment: [:], clock: { time.now.load(ordering: .relaxed) })
        for _ in 0..<1000 { log.limited(.warning, "mqtt", "hostile payload", ["topic": "x"]) }
        log.limited(.warning, "mqtt", "another")
        #expect(pipe.text() == "warning mqtt: hostile payload topic=x\nwarning mqtt: another\n")
        time.now.store(59_999_999, ordering: .relaxed)
        log.limited(.warning, "mqtt", "hostile payload", ["topic": "y"])
        #expect(pipe.text() == "")
        time.now.store(60_000_000, ordering: .relaxed)
        log.limited(.warning, "mqtt", "hostile payload", ["topic": "z"])
        #expect(pipe.text() == "warning mqtt: hostile payload topic=z held_back=1000\n")
        time.now.store(120_000_000, ordering: .relaxed)
        log.limited(.warning, "mqtt", "hostile payload", ["topic": "z"])
        #expect(pipe.text() == "warning mqtt: hostile payload topic=z\n")
    }
}

/// A clock that the test moves.
private final class Time: Sendable {
    let now = Atomic<Int64>(0)
}
