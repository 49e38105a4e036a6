import Beacons
import Daemon
import Edge
import Glibc
import HCI
import Presence

/// Goes with a person from place to place, and listens at each of them.
struct Surveyor: AirSink, ~Copyable {
    /// Where to listen, as the person is asked to arrange it.
    struct Place {
        var request: String
        /// For how long.
        var duration: Duration
    }

    /// The beacon that is measured: at the first place the strongest, unless one was asked for.
    private(set) var beacon: BeaconIdentity?
    /// Its levels at each place so far.
    private(set) var levels: [[Double]] = []

    private let places: [Place]
    /// Whether somebody presses Enter at each place.
    private let isGuided: Bool
    private var table: LevelTable
    private var decoders: [UInt16: ReportDecoder] = [:]
    /// The end of listening at this place; `nil` while the person walks there.
    private var end: Instant?
    private var hasAsked = false
    private var nextWord = Instant.zero
    private let output = OutputFile.standardError()

    init(_ places: [Place], of beacon: BeaconIdentity?, _ configuration: PresenceConfiguration, isGuided: Bool) {
        self.places = places
        self.beacon = beacon
        self.isGuided = isGuided
        table = LevelTable(configuration, only: beacon)
    }

    var isDone: Bool { levels.count == places.count }
    var nextTurn: Instant? { hasAsked ? end.map { min($0, nextWord) } : .zero }
    var wakes: [Int32] { isGuided ? [STDIN_FILENO] : [] }

    mutating func packet(_ packet: Span<UInt8>, from adapter: UInt16, at instant: Instant) {
        guard end != nil else { return }
        decoders[adapter, default: ReportDecoder()].decode(packet, at: instant.microseconds) {
            table.note($0, $1, at: instant)
        }
    }

    mutating func hearingLost(at instant: Instant) {}
    mutating func hearingRestored(at instant: Instant) {}

    mutating func turn(at now: Instant, fault: String?) throws {
        guard !isDone else { return }
        if !hasAsked {
            hasAsked = true
            try output.write("\(places[levels.count].request)\(isGuided ? " Then press Enter." : "")\n")
            if !isGuided { begin(at: now) }
        }
        if isGuided, Self.hasPressedEnter(), end == nil { begin(at: now) }
        guard let end else { return }
        if now >= end {
            try finishPlace()
        } else if now >= nextWord {
            try tell(secondsLeft: ((end - now).milliseconds + 999) / 1000)
            nextWord = now + .seconds(1)
        }
    }

    mutating func finish(_ adapters: [AdapterState]) throws {}

    private mutating func begin(at now: Instant) {
        table.removeAll()
        end = now + places[levels.count].duration
        nextWord = now
    }

    private mutating func finishPlace() throws {
        beacon = beacon ?? table.strongest
        guard let beacon else {
            throw CommandFailure(description: "no beacon of a region is heard; beckon scan shows what is in the air")
        }
        try tell(secondsLeft: 0)
        if isGuided { try output.write("\n") }
        levels.append(table.levels(of: beacon))
        end = nil
        hasAsked = false
    }

    /// What is heard, in a line that is written over.
    private func tell(secondsLeft: Int64) throws {
        guard isGuided else { return }
        let heard = (beacon ?? table.strongest).map { ($0, table.levels(of: $0)) }
        let words = heard.map { beacon, levels in
            "\(beacon): \(levels.count) levels" + (levels.last.map { ", last \(Int($0)) dBm" } ?? "")
        }
        try output.write("\r\(secondsLeft) s  \(words ?? "nothing heard")\u{1B}[K")
    }

    private static func hasPressedEnter() -> Bool {
        var wait = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, 0) > 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: 256)
        return read(STDIN_FILENO, &bytes, bytes.count) > 0
    }
}
