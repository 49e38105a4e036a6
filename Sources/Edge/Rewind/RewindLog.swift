import Daemon
package import Presence

/// Keeps the sightings that the pipeline hands it; what is on the disk survives everything but the disk.
///
/// A disk that is full costs the record, never an event.
package struct RewindLog: ~Copyable {
    private let folder: RewindFolder
    private let keep: Duration
    private let limit: Int64
    private var writer: RewindWriter
    private var file: OutputFile?
    /// Bytes in the file.
    private var written: Int64 = 0
    private var began: Instant
    /// When the batch is written at the latest.
    private var due: Instant
    private var isHearing: Bool
    /// Unix microseconds at `Instant.zero`: one clock for all files of a run, whatever the wall clock does.
    private let clock: Int64

    /// A batch: what kill -9 may cost.
    static let pause: Duration = .seconds(10)
    static let fullBatch = 32_768

    /// - Parameter unixMicroseconds: the wall clock at `start`.
    package init(
        _ path: String, keep: Duration, maxSize: Int64, isHearing: Bool, at start: Instant, unixMicroseconds: Int64
    ) {
        folder = RewindFolder(path)
        self.keep = keep
        limit = maxSize
        self.isHearing = isHearing
        clock = unixMicroseconds.subtractingReportingOverflow(start.microseconds).partialValue
        began = start
        due = start + Self.pause
        writer = RewindWriter(at: start, unixMicroseconds: unixMicroseconds, isHearing: isHearing)
    }

    mutating func sight(_ sighting: Sighting) { writer.append(sighting) }

    mutating func hear(_ isHearing: Bool, at instant: Instant) {
        self.isHearing = isHearing
        writer.append(isHearing: isHearing, at: instant)
    }

    /// Writes what is due.
    package mutating func advance(to now: Instant) {
        guard now >= due || writer.pending >= Self.fullBatch else { return }
        write(until: now)
    }

    package mutating func write(until now: Instant) {
        due = now + Self.pause
        do throws(SystemError) {
            if file == nil { try open() }
            var failure: SystemError?
            writer.takeBatch(until: now) { bytes in
                do throws(SystemError) {
                    try file?.write(bytes)
                    written += Int64(bytes.count)
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
        } catch {
            Log().limited(.warning, "rewind", "sightings are not kept", ["fault": error])
            restart(at: now)
            return
        }
        if written >= limit / RewindFolder.largestPart || now >= began + keep / Int(RewindFolder.largestPart) {
            restart(at: now)
        }
    }

    /// The next batch begins a file of its own, which needs none before it.
    mutating func restart(at now: Instant) {
        file = nil
        began = now
        writer = RewindWriter(at: now, unixMicroseconds: unix(now), isHearing: isHearing)
    }

    private mutating func open() throws(SystemError) {
        let file = try folder.create(at: unix(began))
        try file.write(writer.header)
        self.file = consume file
        written = Int64(writer.header.count)
        folder.prune(
            before: unix(began) - keep.microseconds, atMost: limit - limit / RewindFolder.largestPart)
    }

    private func unix(_ instant: Instant) -> Int64 { clock.addingReportingOverflow(instant.microseconds).partialValue }
}
