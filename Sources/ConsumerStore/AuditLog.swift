public import Daemon
public import Engagement

/// The file that says what was done to persons' data, a line of JSON each; written to, never changed.
public struct AuditLog: Sendable {
    public let path: String
    private let actor: String

    /// - Parameters:
    ///   - folder: the consumer's state folder.
    ///   - actor: who writes.
    public init(in folder: String, by actor: String) {
        path = "\(folder)/audit.jsonl"
        self.actor = actor
    }

    /// On the disk when this returns. - Parameter now: Unix milliseconds.
    public func note(_ events: [AuditEvent], at now: Int64) throws(SystemError) {
        guard !events.isEmpty else { return }
        let file = try OutputFile(appendingTo: path)
        try file.write(events.flatMap { $0.line(at: now, by: actor) })
        try file.synchronise()
    }
}
