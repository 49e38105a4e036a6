import TestSupport
import Testing

@testable import Edge

@Suite struct OutgoingQueueTests {
    typealias Queue = OutgoingQueue<UInt64, String>

    private func queue(capacity: Int = 1000) -> Queue {
        Queue(capacity: capacity) { Queue.Key(sequence: $0, time: Int64($0) * 10) }
    }

    /// What is sent until nothing more may be.
    private func sent(_ queue: inout Queue) -> [Queue.Item] {
        var items: [Queue.Item] = []
        while let item = queue.next() { items.append(item) }
        return items
    }

    private func names(_ items: [Queue.Item]) -> [String] {
        items.map {
            switch $0.content {
            case .event(let event): "\(event)\($0.replayed ? "r" : "")"
            case .state(let state): state
            case .lost(let lost): "lost \(lost.fromSequence)-\(lost.toSequence) (\(lost.count))"
            }
        }
    }

    @Test func nothingIsSentBeforeAConnection() {
        var queue = queue()
        queue.append(event: 1)
        queue.append(state: "ignored")
        #expect(names(sent(&queue)) == [])
        #expect(queue.count == 1)
    }

    @Test func aConnectionBeginsWithTheStatesThenWhatWaitedThenWhatIsNew() {
        var queue = queue()
        queue.append(event: 1)
        queue.append(event: 2)
        queue.connected(with: ["status", "region"])
        queue.append(event: 3)
        queue.append(state: "presence")
        #expect(names(sent(&queue)) == ["status", "region", "1r", "2r", "3", "presence"])
    }

    @Test func whatWasNotConfirmedIsSentAgainInOrderAndStatesAreNot() {
        var queue = queue()
        queue.connected(with: ["status"])
        for event: UInt64 in 1...4 { queue.append(event: event) }
        let first = sent(&queue)
        // The broker confirms out of order.
        queue.finished(first[2].token)
        queue.append(event: 5)
        queue.disconnected()
        queue.append(event: 6)
        queue.connected(with: ["status"])
        #expect(names(sent(&queue)) == ["status", "1r", "3r", "4r", "5r", "6r"])
    }

    @Test func noMoreThanTheWindowIsInFlight() {
        var queue = queue()
        queue.connected(with: [])
        for event: UInt64 in 1...250 { queue.append(event: event) }
        let first = sent(&queue)
        #expect(first.count == 100)
        #expect(names(sent(&queue)) == [])
        for item in first.prefix(30) { queue.finished(item.token) }
        #expect(names(sent(&queue)) == (101...130).map { "\($0)" })
    }

    @Test func anItemPutBackIsTheNextAgain() throws {
        var queue = queue()
        queue.connected(with: [])
        queue.append(event: 1)
        queue.append(event: 2)
        let item = queue.next()
        queue.putBack(try #require(item))
        #expect(names(sent(&queue)) == ["1", "2"])
    }

    @Test func aFullQueueDropsTheOldestAndSaysExactlyWhat() {
        var queue = queue(capacity: 5)
        for event: UInt64 in 1...20 { queue.append(event: event) }
        queue.connected(with: ["status"])
        let items = sent(&queue)
        guard case .lost(let lost)? = items.dropFirst().first?.content else {
            Issue.record("no note: \(names(items))")
            return
        }
        let kept = items.compactMap { if case .event(let event) = $0.content { event } else { nil } }
        #expect(lost.fromSequence == 1)
        #expect(lost.count == lost.toSequence)
        #expect(lost.first == 10)
        #expect(lost.last == Int64(lost.toSequence) * 10)
        #expect(kept == Array((lost.toSequence + 1)...20))
        #expect(queue.count <= 8)
    }

    /// Every event comes out exactly once after the last connection, in order, whatever happens between; those that
    /// were confirmed before it do not come again.
    @Test(arguments: UInt64(0)..<200) func eventsKeepTheirOrderThroughAnyHistory(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var queue = queue()
        var appended: UInt64 = 0
        var confirmed: Set<UInt64> = []
        var flying: [Queue.Item] = []
        for _ in 0..<300 {
            switch random.next() % 6 {
            case 0, 1:
                appended += 1
                queue.append(event: appended)
            case 2: queue.append(state: "state")
            case 3:
                while let item = queue.next() { flying.append(item) }
            case 4 where !flying.isEmpty:
                let item = flying.remove(at: Int(random.next() % UInt64(flying.count)))
                queue.finished(item.token)
                if case .event(let event) = item.content { confirmed.insert(event) }
            default:
                flying = []
                if queue.isConnected { queue.disconnected() } else { queue.connected(with: ["status"]) }
            }
        }
        queue.disconnected()
        queue.connected(with: [])
        var rest: [UInt64] = []
        while let item = queue.next() {
            if case .event(let event) = item.content { rest.append(event) }
            queue.finished(item.token)
        }
        #expect(rest == (1...max(appended, 1)).filter { $0 <= appended && !confirmed.contains($0) })
    }
}
