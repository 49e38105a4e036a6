import Beacons
import BlueZ
import Daemon
import HCI
package import Presence
import Settings

/// The air, through the Bluetooth adapters of this machine. Each has a keeper that makes it scan again whatever
/// happens; here their reports are read.
final class LiveSource: PacketSource {
    let isSimulated = false
    let hasEnded = false
    private let ears: [Ear]
    private let log: Log
    private let changed: Wake
    private let stop: Wake
    private let ended: Wake
    private(set) var isHearing = false
    private var said: [Said]
    private var pace = WakePace()

    /// What the log knows of an adapter.
    private struct Said: Equatable {
        var isScanning = false
        var complaint: ScannerError?
        var isShared = false
    }

    /// The longest that the start waits for the keepers.
    private static let introduction: Duration = .seconds(1)
    /// The longest that the keepers may take for switching their scans off.
    private static let farewell: Duration = .seconds(1)

    init(_ settings: GatewaySettings, log: Log) throws(SystemError) {
        self.log = log
        let (changed, stop, ended) = (try Wake(), try Wake(), try Wake())
        self.changed = changed
        self.stop = stop
        self.ended = ended
        var ears: [Ear] = []
        for choice in settings.adapters {
            ears.append(
                try Ear(choice, settings.scan, stop: stop.descriptor) {
                    changed.signal()
                } ended: {
                    ended.signal()
                })
        }
        self.ears = ears
        said = Array(repeating: Said(), count: ears.count)
        waitForFirstWord()
    }

    /// Until each keeper knows how it stands, so that what is said first is true.
    private func waitForFirstWord() {
        let deadline = Instant.now + Self.introduction
        while Instant.now < deadline, ears.contains(where: { !$0.keeper.adapter.isSettled }) {
            Descriptors.wait([changed.descriptor], until: deadline.microseconds)
            changed.clear()
        }
        isHearing = ears.contains(where: \.keeper.adapter.isHearing)
        changed.signal()
    }

    deinit {
        stop.signal()
        let deadline = Instant.now + Self.farewell
        var left = ears.count
        while left > 0, Instant.now < deadline {
            Descriptors.wait([ended.descriptor], until: deadline.microseconds)
            left -= ended.clear()
        }
    }

    var address: BluetoothAddress? {
        ears.lazy.compactMap { try? Adapter.find($0.keeper.choice).address }.first
    }

    func beginAnew() -> Int {
        for ear in ears { ear.keeper.beginAnew() }
        return ears.count
    }

    var adapters: [AdapterState] { ears.map(\.state) }

    var kernelCounts: [KernelCounts] { ears.map(\.kernelCounts) }

    func stuckThreads(at now: Instant) -> [String] {
        ears.filter { $0.keeper.isStuck(at: now.microseconds) }.map { "bluetooth \($0.keeper.choice)" }
    }

    func receive(into sink: inout some PacketSink & ~Copyable, until deadline: Instant?, wakes: [Int32]) -> Instant {
        pace.gather(wakes, until: deadline)
        Descriptors.wait(
            ears.compactMap(\.descriptor) + [changed.descriptor] + wakes, until: deadline?.microseconds)
        var drained: Instant?
        for ear in ears {
            guard let (instant, any) = ear.read(into: &sink) else { continue }
            drained = min(instant, drained ?? instant)
            if any { pace.handedOver(at: .now) }
        }
        if changed.clear() > 0 { update(&sink) }
        return drained ?? .now
    }

    private func update(_ sink: inout some PacketSink & ~Copyable) {
        for (index, ear) in ears.enumerated() {
            ear.update(into: &sink)
            tell(ear, &said[index])
        }
        let hears = ears.contains(where: \.kept.isHearing)
        guard hears != isHearing else { return }
        isHearing = hears
        if hears { sink.hearingRestored(at: .now) } else { sink.hearingLost(at: .now) }
    }

    private func tell(_ ear: Ear, _ said: inout Said) {
        let kept = ear.kept
        let name = kept.adapter?.description ?? ear.keeper.choice.description
        if kept.isHearing && !said.isScanning {
            log.info("bluez", "scanning", ["adapter": name, "commands": kept.family.map { "\($0)" } ?? "none"])
        }
        if kept.isHearing || kept.complaint != nil { said.isScanning = kept.isHearing }
        if let complaint = kept.complaint, complaint != said.complaint {
            let state = kept.isHearing ? "scanning all the same" : "not scanning"
            log.warning("bluez", "\(state): \(complaint)", ["adapter": name])
        }
        said.complaint = kept.complaint
        if kept.sharesRadio && !said.isShared {
            said.isShared = true
            log.info("bluez", "listening 60 of 100 ms, to leave the Wi-Fi at 2.4 GHz its share", ["adapter": name])
        }
    }
}

extension KeptAdapter {
    fileprivate var isSettled: Bool { isHearing || complaint != nil }
}

extension Instant {
    package static var now: Instant { Instant(microseconds: SystemClock.monotonicMicroseconds()) }
}
