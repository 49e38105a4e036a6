import Messages
import Presence

/// What the outbox keeps of one event, or of a run of lost ones. It becomes a message when it is sent.
struct OutboxRow: Hashable {
    /// Indirect: a row goes from one queue to the next, and an event has many texts to copy.
    indirect enum Content: Hashable {
        case event(GatewayEvent)
        case lost(EventsLost)
    }

    /// The event's number; of lost events the last one's.
    let seq: Int64
    var content: Content
    /// The boot of the machine, and the milliseconds of its monotonic clock, when it happened.
    var boot: Int64
    var monotonic: Int64

    init(_ event: GatewayEvent, at instant: Instant, boot: Int64) {
        self.init(
            seq: Int64(clamping: event.id.seq), content: .event(event), boot: boot,
            monotonic: instant.microseconds / 1000)
    }

    init(seq: Int64, content: Content, boot: Int64, monotonic: Int64) {
        self.seq = seq
        self.content = content
        self.boot = boot
        self.monotonic = monotonic
    }

    /// Unix milliseconds of the event, or of the last lost one.
    var time: Int64 {
        switch content {
        case .event(let event): event.time
        case .lost(let lost): lost.last
        }
    }

    /// The message as of now: a clock that was wrong when it happened, in this boot, and is right now, corrects it.
    ///
    /// - Parameter replayed: whether the row is older than the connection.
    func message(replayed: Bool, at clock: ClockReading) -> Outgoing {
        switch content {
        case .event(var event):
            event.replayed = replayed
            if !event.clockSynced, clock.isSynced, boot == clock.boot {
                let shift = clock.origin.sum(monotonic).difference(event.time)
                event.time = event.time.sum(shift)
                event.firstSeen = event.firstSeen.sum(shift)
                event.lastSeen = event.lastSeen.sum(shift)
                event.clockSynced = true
            }
            return Outgoing(topic: event.topic, payload: event.rendered())
        case .lost(let lost): return Outgoing(topic: lost.topic, payload: lost.rendered())
        }
    }
}
