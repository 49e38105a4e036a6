package import Daemon
package import Presence

/// All that a gateway has kept of its sightings.
package struct RewindRecord {
    /// Its files' names, with what they hold.
    private let parts: [(name: String, bytes: [UInt8])]

    /// Bytes of the largest file that is read.
    private static let largest = 1 << 30

    /// - Parameter path: the folder.
    package init(_ path: String) throws(FileError) {
        var parts: [(String, [UInt8])] = []
        for name in RewindFolder(path).files() {
            parts.append((name, try FileContent.read("\(path)/\(name)", atMost: Self.largest)))
        }
        self.parts = parts
    }

    /// Runs it all with a configuration. Between two runs of the gateway nobody heard.
    package func play(_ configuration: PresenceConfiguration, _ handle: (PresenceEvent) -> Void) -> RewindResult? {
        var readers = parts.map { (name: $0.name, reader: RewindReader($0.bytes)) }
        guard let first = readers.lazy.compactMap(\.reader).first else { return nil }
        var rewind = Rewind(configuration, hearing: first.isHearing, at: first.start)
        var damaged: [String] = []
        for index in readers.indices {
            guard let reader = readers[index].reader else {
                damaged.append(readers[index].name)
                continue
            }
            if reader.start > rewind.end { rewind.play(.hearing(false, at: rewind.end)) }
            rewind.play(.hearing(reader.isHearing, at: reader.start))
            while let item = readers[index].reader?.next() {
                rewind.play(item)
                for event in rewind.takeEvents() { handle(event) }
            }
            if readers[index].reader?.isDamaged == true { damaged.append(readers[index].name) }
        }
        return RewindResult(start: first.start, end: rewind.end, openVisits: rewind.openVisits, damaged: damaged)
    }
}

/// What was run.
package struct RewindResult {
    /// Microseconds since 1970.
    package var start: Instant
    package var end: Instant
    package var openVisits: Int
    /// Files that are read up to a damage only, or not at all.
    package var damaged: [String]
}
