import Synchronization

/// Event streams whose clients are told, from any thread, when what they look at has changed.
public final class Watchers<Subject: Sendable>: Sendable {
    private struct Watcher {
        let stream: EventStream
        let subject: Subject
        var told: [UInt8]?
    }

    private let watchers = Mutex<[Watcher]>([])

    public init() {}

    /// - Parameter subject: what this client looks at.
    public func add(_ stream: EventStream, to subject: Subject) {
        watchers.withLock { $0.append(Watcher(stream: stream, subject: subject)) }
    }

    public var isEmpty: Bool {
        watchers.withLock { watchers in
            watchers.removeAll { !$0.stream.isOpen }
            return watchers.isEmpty
        }
    }

    /// Sends each client an event `change` with what `content` says of its subject, unless it has that already.
    public func tell(_ content: (Subject) -> [UInt8]) {
        watchers.withLock { watchers in
            for index in watchers.indices {
                let now = content(watchers[index].subject)
                guard now != watchers[index].told else { continue }
                watchers[index].told = now
                watchers[index].stream.send("change", now)
            }
            watchers.removeAll { !$0.stream.isOpen }
        }
    }
}
