import Daemon
import Edge
import Glibc
import HCI
import Presence
import Settings

/// Where `scan` and `record` listen, and for how long.
struct Listening {
    static let places: [Command.Option] = [
        .init("config", value: "FILE", "the configuration; default \(Configuration.installed)"),
        .init("source", value: "SOURCE", "\(GatewaySource.expected); default: the adapter"),
        .init("adapter", value: "ADAPTER", "auto, an address or hci0; overrides gateway.adapters"),
    ]
    static let options = places + [.init("for", value: "DURATION", "ends after that time, as 30s")]

    let configuration: Configuration
    let source: GatewaySource
    let duration: Duration?

    /// - Parameters:
    ///   - needsRegions: whether there must be a configuration; else without one there are no regions.
    ///   - program: whose part of it must be usable: who only listens needs no secret of a daemon.
    init(_ arguments: Arguments, needsRegions: Bool, for program: Configuration.Program = .tools) throws {
        source = try arguments.value("source", as: GatewaySource.expected, GatewaySource.init) ?? .bluez
        duration = try arguments.value("for", as: "a duration such as 30s", Duration.init(text:))
        let adapter = try arguments.value("adapter", as: "auto, an address or hci0", AdapterChoice.init)
        let path = arguments["config"] ?? Configuration.installed
        if arguments["config"] != nil || needsRegions || access(path, F_OK) == 0 {
            var (configuration, warnings) = try Configuration.load(path, for: program)
            for warning in warnings { Log().warning("configuration", warning.message, ["at": warning.place]) }
            if let adapter { configuration.gateway.adapters = [adapter] }
            self.configuration = configuration
        } else {
            var configuration = Configuration()
            if let adapter { configuration.gateway.adapters = [adapter] }
            self.configuration = configuration
        }
    }

    /// Listens until `sink` has enough, the time is over, or somebody stops it.
    ///
    /// - Parameter log: says when the adapter fails that was heard from; one that never is heard ends it all.
    func run(into sink: inout some AirSink & ~Copyable, atMost limit: Duration? = nil, log: Log = Log(level: .warning))
        throws
    {
        let signals = try Signals()
        let level = log.level
        log.level = .error
        let source = try Sources.open(source, configuration, log)
        let start = Instant.now
        var now = start
        var hasHeard = false
        let end = (duration ?? limit).map { start + $0 }
        while !sink.isDone, signals.next(within: .zero) == nil, now < end ?? Instant(microseconds: .max) {
            let deadline = [end, sink.nextTurn, hasHeard ? nil : start + Self.patience].compactMap(\.self).min()
            now = source.receive(into: &sink, until: deadline, wakes: [signals.descriptor] + sink.wakes)
            hasHeard = hasHeard || source.isHearing
            if hasHeard { log.level = level }
            let fault = source.isHearing ? nil : source.adapters.lazy.compactMap(\.fault).first
            if !hasHeard, let fault, now >= start + Self.patience { throw CommandFailure(description: fault) }
            try sink.turn(at: now, fault: fault)
        }
        try sink.finish(source.adapters)
    }

    /// How long an adapter may take to be heard from for the first time, before its fault is taken for final.
    private static let patience: Duration = .seconds(3)
}

/// Who listens to the air for a person.
protocol AirSink: PacketSink, ~Copyable {
    /// Has enough.
    var isDone: Bool { get }
    /// When it wants its turn though nothing comes.
    var nextTurn: Instant? { get }
    /// What it reads beside.
    var wakes: [Int32] { get }

    /// After packets, at `nextTurn`, or when one of `wakes` is readable.
    ///
    /// - Parameter fault: why nothing is heard.
    mutating func turn(at now: Instant, fault: String?) throws
    /// - Parameter adapters: as they are at the end.
    mutating func finish(_ adapters: [AdapterState]) throws
}
