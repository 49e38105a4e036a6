import Glibc
import Synchronization
import Testing

@testable import Daemon

/// What crosses threads in these tests.
private final class Box<Value: Sendable>: Sendable {
    private let content: Mutex<Value>

    init(_ value: Value) { content = Mutex(value) }

    var value: Value {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}

@Suite("Signals and threads")
struct ThreadTests {
    @Test("SIGTERM, SIGINT and SIGHUP arrive through the descriptor, and nothing does when the time is up")
    func signals() throws {
        let seen = Box<[Signal?]>([])
        let failure = Box<SystemError?>(nil)
        // `raise` signals the thread that calls it, so the test process stays whole.
        let worker = try Worker(name: "signals") {
            do throws(SystemError) {
                let signals = try Signals()
                seen.value.append(signals.next(within: .milliseconds(1)))
                for number in [SIGTERM, SIGINT, SIGHUP] {
                    raise(number)
                    var waiting = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
                    guard poll(&waiting, 1, 0) == 1 else { continue }
                    seen.value.append(signals.next())
                }
            } catch {
                failure.value = error
            }
        }
        worker.join()
        #expect(failure.value == nil)
        #expect(seen.value == [nil, .terminate, .interrupt, .reload])
    }

    @Test("A write to a pipe that nobody reads is an error, not the end")
    func brokenPipe() throws {
        let result = Box<Int32>(0)
        let worker = try Worker(name: "pipe") {
            guard let signals = try? Signals() else { return }
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            close(ends[0])
            if write(ends[1], "x", 1) < 0 { result.value = errno }
            close(ends[1])
            _ = signals.next(within: .zero)
        }
        worker.join()
        #expect(result.value == EPIPE)
    }

    @Test("A worker has its name, takes no signals, and has ended when joined")
    func worker() throws {
        let name = Box("")
        let blocked = Box(false)
        let worker = try Worker(name: "a-name-that-is-too-long") {
            var bytes = [UInt8](repeating: 0, count: 64)
            let file = open("/proc/thread-self/comm", O_RDONLY)
            let count = read(file, &bytes, bytes.count)
            name.value = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
            close(file)
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            blocked.value = sigismember(&mask, SIGTERM) == 1 && sigismember(&mask, SIGINT) == 1
        }
        worker.join()
        #expect(name.value == "a-name-that-is-\n")
        #expect(blocked.value)
    }

    @Test("A wake is seen by poll from signal to clear, however often it was signalled")
    func wake() throws {
        let wake = try Wake()
        func isReadable() -> Bool {
            var waiting = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&waiting, 1, 0) == 1
        }
        #expect(!isReadable())
        let worker = try Worker(name: "waker") { for _ in 0..<3 { wake.signal() } }
        worker.join()
        #expect(isReadable())
        wake.clear()
        #expect(!isReadable())
        wake.clear()
    }

    @Test("The clocks go forward, in their units")
    func clocks() {
        let before = (SystemClock.monotonicMicroseconds(), SystemClock.wallMilliseconds())
        usleep(2000)
        let after = (SystemClock.monotonicMicroseconds(), SystemClock.wallMilliseconds())
        #expect((2000...10_000_000).contains(after.0 - before.0))
        #expect((1...10_000).contains(after.1 - before.1))
        #expect(abs(after.1 - Int64(time(nil)) * 1000) < 5000)
    }
}
