import TestSupport
import Testing

@testable import Outbox

@Suite struct SendQueueTests {
    private func committed(_ range: ClosedRange<Int64>) -> SendQueue {
        var queue = SendQueue(after: 0, to: 0)
        queue.committed(range.map { .numbered($0) })
        return queue
    }

    private func sent(_ queue: inout SendQueue, atMost count: Int = .max) -> [Int64] {
        var numbers: [Int64] = []
        while numbers.count < count, let row = queue.next() { numbers.append(row.seq) }
        return numbers
    }

    @Test func theWatermarkIsWhatIsConfirmedWithoutAGap() {
        var queue = committed(1...5)
        #expect(queue.watermark == 0)
        _ = sent(&queue)
        queue.finished(2)
        queue.finished(3)
        #expect(queue.watermark == 0)
        queue.finished(1)
        #expect(queue.watermark == 3)
        queue.finished(5)
        queue.finished(4)
        #expect(queue.watermark == 5)
    }

    @Test func whatWasNotConfirmedIsTheNextAgainInOrder() {
        var queue = committed(1...6)
        _ = sent(&queue, atMost: 4)
        queue.finished(2)
        queue.requeue()
        #expect(queue.watermark == 0)
        #expect(sent(&queue) == [1, 3, 4, 5, 6])
    }

    @Test func beyondWhatIsKeptInMemoryRowsAreReadFromTheDisk() {
        var queue = SendQueue(after: 0, to: 0)
        queue.committed((1...Int64(SendQueue.ahead)).map { .numbered($0) })
        queue.committed((1001...1003).map { .numbered($0) })
        #expect(sent(&queue) == Array(1...1000))
        #expect(queue.missing == 1000)
        queue.supply((1001...1003).map { .numbered($0) })
        #expect(queue.missing == nil)
        #expect(sent(&queue) == [1001, 1002, 1003])
        queue.committed([.numbered(1004)])
        #expect(sent(&queue) == [1004])
    }

    @Test func aRewoundQueueReadsEverythingAnew() {
        var queue = committed(1...5)
        _ = sent(&queue)
        for seq: Int64 in 1...5 { queue.finished(seq) }
        queue.rewind(to: 2)
        #expect(queue.missing == 2)
        queue.supply((3...5).map { .numbered($0) })
        #expect(sent(&queue) == [3, 4, 5])
    }

    /// Against a plain model: every row is sent, in order within a connection, until it is confirmed, and never after.
    @Test(arguments: UInt64(0)..<50) func nothingIsForgottenInAnyHistory(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var queue = SendQueue(after: 0, to: 0)
        var last: Int64 = 0
        var confirmed: Set<Int64> = []
        var flying: [Int64] = []
        func supply(_ queue: inout SendQueue) {
            guard let missing = queue.missing else { return }
            queue.supply(missing < last ? (missing + 1...min(missing + 500, last)).map { .numbered($0) } : [])
        }
        for _ in 0..<200 {
            switch random.next() % 6 {
            case 0:
                let more = last + 1...last + 1 + Int64(random.next() % 300)
                last = more.upperBound
                queue.committed(more.map { .numbered($0) })
            case 1, 2:
                supply(&queue)
                for seq in sent(&queue, atMost: Int(random.next() % 50)) {
                    #expect(!confirmed.contains(seq))
                    flying.append(seq)
                }
            case 3, 4:
                flying.shuffle(using: &random)
                for _ in 0..<min(flying.count, 30) {
                    guard let seq = flying.popLast() else { break }
                    queue.finished(seq)
                    confirmed.insert(seq)
                }
            default:
                queue.requeue()
                flying = []
            }
        }
        let watermark = queue.watermark
        #expect(confirmed.count(where: { $0 <= watermark }) == Int(watermark))
        queue.requeue()
        var rest: [Int64] = []
        while true {
            supply(&queue)
            let more = sent(&queue)
            if more.isEmpty { break }
            rest += more
        }
        #expect(rest == (0..<last).map { $0 + 1 }.filter { !confirmed.contains($0) })
    }
}
