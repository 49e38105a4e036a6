import Foundation
import HCI
import Testing

@testable import BlueZ

@Suite("The thread of a keeper")
struct AdapterKeeperTests {
    /// Microseconds: what no turn takes.
    private static let minute: Int64 = 60_000_000

    /// A keeper at work on a thread until the end of `body`.
    private func withKeeper(
        changed: @escaping @Sendable () -> Void, _ body: (AdapterKeeper) throws -> Void
    ) throws {
        let pipe = Pipe()
        let ended = DispatchSemaphore(value: 0)
        let keeper = AdapterKeeper(
            .auto, stop: pipe.fileHandleForReading.fileDescriptor, changed: changed)
        Thread.detachNewThread {
            keeper.run()
            ended.signal()
        }
        defer {
            try? pipe.fileHandleForWriting.close()
            ended.wait()
        }
        try body(keeper)
    }

    @Test("One that turns is not stuck")
    func turning() throws {
        try withKeeper(changed: {}) { keeper in
            let start = Clock.monotonic()
            let deadline = Date(timeIntervalSinceNow: 10)
            // A second later it has turned again.
            while keeper.isStuck(at: start + Self.minute + 1_000_000), Date() < deadline {
                usleep(20_000)
            }
            #expect(!keeper.isStuck(at: start + Self.minute + 1_000_000))
        }
    }

    @Test("One that hangs is stuck after a minute")
    func hanging() throws {
        let (hangs, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        // Without an adapter, or with one, it has something to tell at once.
        try withKeeper(changed: {
            hangs.signal()
            goOn.wait()
            goOn.signal()
        }) { keeper in
            defer { goOn.signal() }
            try #require(hangs.wait(timeout: .now() + 10) == .success)
            let now = Clock.monotonic()
            #expect(!keeper.isStuck(at: now))
            #expect(keeper.isStuck(at: now + Self.minute + 1))
        }
    }

    @Test("One that has not begun is not stuck")
    func notBegun() {
        let keeper = AdapterKeeper(.auto, stop: -1, changed: {})
        #expect(!keeper.isStuck(at: Clock.monotonic() + 2 * Self.minute))
    }
}
