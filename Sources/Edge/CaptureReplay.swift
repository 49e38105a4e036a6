package import Captures
package import Presence

/// A capture through the pipeline by the capture's own clock: instants are microseconds since 1970. After its end time
/// runs on until every deadline has fired.
package struct CaptureReplay: ~Copyable {
    package private(set) var pipeline: Pipeline
    /// Why the capture ended early: it is cut, or damaged.
    package private(set) var fault: CaptureError?
    private var player: CapturePlayer
    private var upcoming: (at: Instant, item: CapturePlayer.Item)?

    package init(_ capture: CaptureFile, _ configuration: PresenceConfiguration) {
        player = CapturePlayer(capture.reader)
        let first = Self.take(&player, &fault)
        pipeline = Pipeline(configuration, hearing: true, at: first?.at ?? .zero)
        upcoming = first
    }

    /// When the next thing happens; `nil`: all is over.
    package var next: Instant? { [upcoming?.at, pipeline.nextDeadline].compactMap(\.self).min() }

    /// Lets the next thing happen. At one instant what is heard comes before what is due.
    package mutating func step() {
        if let (at, item) = upcoming, at <= pipeline.nextDeadline ?? at {
            pipeline.take(item, at: at)
            upcoming = Self.take(&player, &fault)
        } else if let deadline = pipeline.nextDeadline {
            pipeline.advance(to: deadline)
        }
    }

    package mutating func takeOutputs() -> [PresenceOutput] { pipeline.takeOutputs() }

    private static func take(
        _ player: inout CapturePlayer, _ fault: inout CaptureError?
    ) -> (at: Instant, item: CapturePlayer.Item)? {
        do throws(CaptureError) {
            return try player.next().map { (Instant(microseconds: $0.unixMicroseconds), $0.item) }
        } catch {
            fault = error
            return nil
        }
    }
}
