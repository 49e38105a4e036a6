/// Recorded time once more, under a configuration of one's choice.
public struct Rewind: ~Copyable {
    private var engine: PresenceEngine
    /// The last instant of which the record knows.
    public private(set) var end: Instant

    public init(_ configuration: PresenceConfiguration, hearing: Bool, at start: Instant) {
        engine = PresenceEngine(configuration, hearing: hearing, at: start)
        end = start
    }

    public mutating func play(_ item: RewindReader.Item) {
        switch item {
        case .sighting(let sighting):
            end = max(end, sighting.at)
            engine.sight(sighting)
        case .hearing(let isHearing, let at):
            end = max(end, at)
            if isHearing { engine.hearingRestored(at: end) } else { engine.hearingLost(at: end) }
        case .passed(let at):
            end = max(end, at)
            engine.advance(to: end)
        }
    }

    /// The events since the last call.
    public mutating func takeEvents() -> [PresenceEvent] {
        engine.takeOutputs().compactMap { output in
            if case .event(let event) = output { event } else { nil }
        }
    }

    /// Visits open at the end.
    public var openVisits: Int { engine.visitCount }
}
