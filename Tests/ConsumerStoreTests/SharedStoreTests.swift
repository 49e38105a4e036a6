import ConsumerStore
import Engagement
import Foundation
import Synchronization
import TestSupport
import Testing

/// Several consumers on one PostgreSQL.
@Suite struct SharedStoreTests {
    let place: Place

    init() throws { place = try Place(.postgreSQL) }

    private func table() throws -> PartitionTable {
        try PartitionTable(url: try #require(place.url), password: nil, holder: "test")
    }

    // MARK: - Leases

    @Test func `a lease is one consumer's, until its session ends`() throws {
        let second = try place.open()
        do {
            let first = try place.open()
            #expect(try first.lease(3))
            #expect(try !second.lease(3))
            #expect(try second.lease(4))
        }
        try eventually(within: 5) { try second.lease(3) }
    }

    @Test func `who holds what, and how many share the work, is the server's to tell`() throws {
        let (first, second) = (try Opened(place), try Opened(place))
        #expect(try first.store.lease(0) && second.store.lease(12))
        let table = try table()
        try table.join()
        let other = try self.table()
        let (leases, consumers) = try other.look()
        #expect(leases.map(\.partition) == [0, 12])
        let now = Int64(Date.now.timeIntervalSince1970 * 1000)
        #expect(leases.allSatisfy { $0.holder == "test" && abs($0.since - now) < 60_000 })
        #expect(consumers == 1)
    }

    @Test func `who has lost the lease can write no more, and another has it`() throws {
        let (first, second) = (try Opened(place), try Opened(place))
        #expect(try first.store.lease(0))
        try kill("SELECT pid FROM pg_locks WHERE locktype = 'advisory'")
        let error = #expect(throws: StoreError.self) {
            try first.store.transaction { () throws(StoreError) in
                _ = try first.store.isNew(source: "s/g", epoch: "e", seq: 1, at: 0)
            }
        }
        #expect(error?.fault == .lost)
        #expect(error?.place.contains("/test") == true)
        #expect(try second.store.lease(0))
        #expect(try second.store.isNew(source: "s/g", epoch: "e", seq: 1, at: 0))
    }

    @Test func `a consumer that hangs loses its lease within 15 s, even in a transaction`() throws {
        let (idle, busy, other) = (try Opened(place), try Opened(place), try Opened(place))
        #expect(try idle.store.lease(0) && busy.store.lease(1))
        let started = ContinuousClock.now
        let error = #expect(throws: StoreError.self) {
            try busy.store.transaction { () throws(StoreError) in
                _ = try busy.store.isNew(source: "s/g", epoch: "e", seq: 1, at: 0)
                try? eventually(within: 30) {
                    try other.store.touch()
                    return try other.store.lease(0)
                }
                try? eventually(within: 30) { try other.store.lease(1) }
            }
        }
        #expect(error?.fault == .lost)
        #expect(ContinuousClock.now - started < .seconds(25))
        #expect(try other.store.isNew(source: "s/g", epoch: "e", seq: 1, at: 0), "nothing of it was kept")
    }

    // MARK: - Keys

    @Test func `the same events at two consumers at once are each new to one of them`() async throws {
        let seen = try await atTwo { store, _ in
            var seen: [UInt64] = []
            for start in stride(from: UInt64(1), to: 300, by: 10) {
                var new: [UInt64] = []
                try store.transaction { () throws(StoreError) in
                    new = []
                    for number in start..<start + 10 {
                        if try store.isNew(source: "s/g", epoch: "e", seq: number, at: 0) { new.append(number) }
                    }
                }
                seen += new
            }
            return seen
        }
        #expect(seen.flatMap(\.self).sorted() == Array(1...300))
        #expect(try place.open().handled(source: "s/g", epoch: "e") == 300)
    }

    @Test func `a shopper in two stores at once is told once`() async throws {
        for round in 0..<20 {
            let answers = try await atTwo { store, number in
                var answer: Suppression?
                try store.transaction { () throws(StoreError) in
                    let send = Reservation(
                        id: "\(round)-\(number)", user: "u\(round)", site: "s\(number)", visit: "v\(number)", item: "i",
                        at: 0,
                        expiresAt: 600_000, payload: [1])
                    answer = try store.reserve(send, under: RuleConfiguration())
                }
                return answer
            }
            #expect(answers.count { $0 == nil } == 1 && answers.contains(.userCap), "round \(round)")
        }
    }

    @Test func `transactions that wait for each other are begun again, and both come through`() async throws {
        let attempts = Mutex(0)
        _ = try await atTwo { store, number in
            try store.transaction { () throws(StoreError) in
                attempts.withLock { $0 += 1 }
                let order = number == 0 ? ["a", "b"] : ["b", "a"]
                for source in order {
                    _ = try store.isNew(source: source, epoch: "e", seq: UInt64(number + 1), at: 0)
                    usleep(200_000)
                }
            }
        }
        #expect(attempts.withLock { $0 } > 2, "the server has ended one of them, which was done again")
        for source in ["a", "b"] { #expect(try place.open().handled(source: source, epoch: "e") == 2) }
    }

    // MARK: - Help

    private func kill(_ pids: String) throws {
        let name = try #require(place.url).dropFirst("postgresql://beckon@/".count).prefix { $0 != "?" }
        let server = try TemporaryPostgreSQL.shared.get()
        let ours = "database = (SELECT oid FROM pg_database WHERE datname = '\(name)')"
        try server.sql("SELECT pg_terminate_backend(pid) FROM (\(pids) AND \(ours)) AS p", in: "postgres")
    }

    private func eventually(within seconds: Int, _ condition: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while try !condition() {
            try #require(ContinuousClock.now < deadline)
            usleep(100_000)
        }
    }

    /// The same at two consumers, each on a thread of its own.
    private func atTwo<Value: Sendable>(
        _ body: @escaping @Sendable (borrowing ConsumerStore, Int) throws -> Value
    ) async throws -> [Value] {
        let url = try #require(place.url)
        _ = try place.open()
        let results = Mutex<[Result<Value, any Error>]>([])
        await withCheckedContinuation { continuation in
            for number in 0..<2 {
                Thread.detachNewThread {
                    let result = Result {
                        try body(try ConsumerStore(url: url, password: nil, holder: "test"), number)
                    }
                    let count = results.withLock {
                        $0.append(result)
                        return $0.count
                    }
                    if count == 2 { continuation.resume() }
                }
            }
        }
        return try results.withLock { try $0.map { try $0.get() } }
    }
}

/// A store that several closures use.
private final class Opened {
    let store: ConsumerStore
    init(_ place: Place) throws { store = try place.open() }
}
