import ConsumerStore
import Daemon
import Settings
import Synchronization

/// Takes this consumer's share of the partitions, each with a thread of its own, and gives up what others should have.
final class PartitionLeases: Sendable {
    private let work: PartitionWork
    private let heartbeats: Heartbeats
    /// Numbers of the partitions whose threads have ended.
    private let ended = Mutex<Set<Int>>([])
    private let wake: Wake

    /// How often the leases are looked at, microseconds.
    private static let pause: Int64 = 1_000_000
    /// How long the threads may take to end, microseconds.
    private static let farewell: Int64 = 3_000_000

    init(_ work: PartitionWork, _ heartbeats: Heartbeats) throws(SystemError) {
        self.work = work
        self.heartbeats = heartbeats
        wake = try Wake()
    }

    /// Runs until it is asked to stop. A database that is not there is asked for again and again.
    func run(url: String, _ stop: StopRequest) {
        var running: [Int: StopRequest] = [:]
        while !stop.isMade {
            do {
                let table = try PartitionTable(
                    url: url, password: work.configuration.consumer.store.password?.read(), holder: work.holder)
                try table.join()
                while !stop.isMade {
                    try balance(table, &running)
                    heartbeats.beat("leases")
                    wait(stop.wake)
                }
            } catch {
                work.log.limited(.error, "store", "cannot be used; trying again until it can", ["error": "\(error)"])
                heartbeats.beat("leases")
                wait(stop.wake)
            }
        }
        for request in running.values { request.make() }
        let deadline = SystemClock.monotonicMicroseconds() + Self.farewell
        while !running.isEmpty, SystemClock.monotonicMicroseconds() < deadline {
            forgetEnded(&running)
            if !running.isEmpty { wait(wake) }
        }
    }

    private func balance(_ table: borrowing PartitionTable, _ running: inout [Int: StopRequest]) throws {
        forgetEnded(&running)
        let (leases, consumers) = try table.look()
        let share = Partition.share(of: work.partitions.count, among: consumers)
        let kept = running.filter { !$0.value.isMade }
        if kept.count > share, let last = kept.max(by: { $0.key < $1.key }) {
            work.log.info("consumer", "another consumer joined; gives a partition up", ["partition": last.key])
            return last.value.make()
        }
        let held = Set(leases.map(\.partition))
        let free = work.partitions.filter { !held.contains($0.number) && running[$0.number] == nil }
        // Not the first of them: the others would try the same.
        for partition in free.shuffled().prefix(max(share - running.count, 0)) {
            running[partition.number] = try start(partition)
        }
    }

    private func start(_ partition: Partition) throws -> StopRequest {
        let stop = try StopRequest()
        let name = "partition-\(partition.number)"
        _ = try Worker(name: name) { [self] in
            do {
                try work.run(partition, stop) { heartbeats.beat(name) }
            } catch {
                work.log.limited(
                    .error, "consumer", "cannot work; trying again until it can",
                    ["partition": partition.number, "error": "\(error)"])
            }
            heartbeats.end(name)
            ended.withLock { _ = $0.insert(partition.number) }
            wake.signal()
        }
        return stop
    }

    private func forgetEnded(_ running: inout [Int: StopRequest]) {
        wake.clear()
        let ended = ended.withLock { ended in
            defer { ended = [] }
            return ended
        }
        for number in ended { running[number] = nil }
    }

    private func wait(_ wake: Wake) {
        Descriptors.wait([wake.descriptor], until: SystemClock.monotonicMicroseconds() + Self.pause)
    }
}
