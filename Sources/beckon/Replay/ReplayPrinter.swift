import Daemon
import Edge
import Messages
import Presence
import Settings

/// The events of a capture as lines of JSON: exactly the payloads that the gateway would publish.
struct ReplayPrinter {
    private var context: GatewayContext
    private let configuration: Configuration
    /// Unix milliseconds of the first packet; `nil`: as the capture says.
    private let start: Int64?
    private let speed: Speed
    private var sequence: UInt64 = 0

    /// The same in each run, so that two runs can be compared; eight characters, as an epoch has.
    private static let epoch = "replayed"
    /// Bytes after which lines are written.
    private static let enough = 65_536

    init(_ gateway: GatewayID, _ configuration: Configuration, start: Int64?, speed: Speed) {
        self.configuration = configuration
        self.start = start
        self.speed = speed
        context = GatewayContext(
            gateway: gateway, epoch: Self.epoch, regions: configuration.presence.regions.map(\.name), clock: 0,
            clockSynced: true, simulated: true)
    }

    consuming func run(_ capture: CaptureFile) throws {
        let signals = try Signals()
        let output = OutputFile.standard()
        var replay = CaptureReplay(capture, configuration.presence)
        let (began, first) = (Instant.now, replay.next ?? .zero)
        if let start { context.clock = start - first.microseconds / 1000 }
        var pending: [UInt8] = []
        while let next = replay.next {
            if case .times(let factor) = speed {
                try output.write(pending)
                pending = []
                let after = Double((next - first).microseconds) / factor
                let due = began + .microseconds(Int64(min(after, 1e15)))
                while Instant.now < due {
                    Descriptors.wait([signals.descriptor], until: due.microseconds)
                    if signals.next(within: .zero) != nil { return }
                }
            }
            replay.step()
            append(replay.takeOutputs(), to: &pending)
            if pending.count >= Self.enough {
                try output.write(pending)
                pending = []
                if signals.next(within: .zero) != nil { return }
            }
        }
        try output.write(pending)
        if let fault = replay.fault { throw CommandFailure(description: "\(capture.path) ends here: \(fault)") }
    }

    private mutating func append(_ outputs: [PresenceOutput], to bytes: inout [UInt8]) {
        for case .event(let event) in outputs {
            sequence += 1
            bytes += context.event(event, seq: sequence).rendered()
            bytes.append(UInt8(ascii: "\n"))
        }
    }
}
