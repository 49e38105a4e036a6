import Daemon
import Settings
import Synchronization

/// The main thread's part: it starts the work on threads of its own, and sees to signals and the watchdog.
final class Supervisor: Sendable {
    private let work: PartitionWork
    /// Reads the configuration again.
    private let reload: @Sendable () throws -> Configuration
    private let heartbeats = Heartbeats()
    private let stop: StopRequest
    /// Made when the work has ended.
    private let end: StopRequest
    private let failure = Mutex<(any Error)?>(nil)

    /// How long the work may take to end, microseconds: a database that does not answer is not waited for.
    private static let farewell: Int64 = 5_000_000

    init(_ work: PartitionWork, reload: @escaping @Sendable () throws -> Configuration) throws(SystemError) {
        self.work = work
        self.reload = reload
        stop = try StopRequest()
        end = try StopRequest()
    }

    /// Runs until a signal asks to stop, or the work fails.
    func run(_ signals: borrowing Signals) throws {
        _ = try Worker(name: "work") { [self] in
            do { try doWork() } catch { failure.withLock { $0 = error } }
            end.make()
        }
        let watchdog = work.notifier.watchdogInterval.map { Int64($0 / .microseconds(1)) }
        var nextLook = watchdog.map { _ in SystemClock.monotonicMicroseconds() }
        while !end.isMade, !isAskedToStop(signals) {
            // Not with every signal: between two looks each thread must have had the time to turn.
            let now = SystemClock.monotonicMicroseconds()
            if let watchdog, let due = nextLook, now >= due {
                nextLook = now + watchdog
                if heartbeats.look() {
                    work.notifier.alive()
                } else {
                    work.log.limited(.error, "consumer", "a thread is stuck; systemd will start us again")
                }
            }
            Descriptors.wait([signals.descriptor, end.wake.descriptor], until: nextLook)
        }
        work.notifier.stopping()
        stop.make()
        Descriptors.wait([end.wake.descriptor], until: SystemClock.monotonicMicroseconds() + Self.farewell)
        work.floor.close()
        if let error = failure.withLock({ $0 }) { throw error }
    }

    private func doWork() throws {
        switch work.configuration.consumer.store.place {
        case .sqlite:
            try work.run(Partition(number: 0, count: 1), stop) { heartbeats.beat("work") }
        case .postgreSQL(let url):
            work.notifier.ready()
            try PartitionLeases(work, heartbeats).run(url: url, stop)
        }
    }

    private func isAskedToStop(_ signals: borrowing Signals) -> Bool {
        while let signal = signals.next(within: .zero) {
            if signal != .reload { return true }
            readAgain()
        }
        return false
    }

    /// Reads the configuration again; the threads go on with it. One that is wrong changes nothing.
    private func readAgain() {
        let log = work.log
        let next: Configuration
        do {
            next = try reload()
            // Their secrets, too, must be there.
            _ = try ChannelServers(next.consumer.channels)
        } catch let errors as ConfigurationErrors {
            log.error("configuration", "nothing is changed, since the file is wrong", ["faults": errors.faults.count])
            for fault in errors.faults { log.error("configuration", fault.message, ["at": fault.place]) }
            return
        } catch {
            log.error("configuration", "nothing is changed: \(error)")
            return
        }
        for change in work.current.replace(by: next) {
            log.warning("configuration", "\(change), which needs a restart; the rest is applied")
        }
        log.level = Log.Level(rawValue: next.logLevel.rawValue) ?? .info
        log.info("configuration", "read again", ["configuration": next.fingerprint])
    }
}
