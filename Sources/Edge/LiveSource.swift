import Beacons
import BlueZ
import Daemon
import HCI
package import Presence

/// The air, through a Bluetooth adapter. Where there is none, or it fails, it is tried again and again.
final class LiveSource: PacketSource {
    let isSimulated = false
    let hasEnded = false
    private let choice: AdapterChoice
    private let log: Log
    private var scanner: Scanner?
    private var fault: ScannerError?
    private var nextAttempt = Instant.zero

    /// How long after a failure the adapter is tried again.
    private static let pause: Duration = .seconds(5)

    init(_ choice: AdapterChoice, log: Log) {
        self.choice = choice
        self.log = log
        open()
    }

    deinit { try? scanner?.stop() }

    var isHearing: Bool { scanner != nil }

    var address: BluetoothAddress? { scanner?.adapter?.address }

    var adapters: [AdapterState] {
        [AdapterState(address: address?.description ?? choice.description, mode: "passive", fault: fault?.description)]
    }

    func receive(into sink: inout some PacketSink & ~Copyable, until deadline: Instant?, wakes: [Int32]) -> Instant {
        guard scanner != nil else { return waitForAdapter(&sink, until: deadline, wakes) }
        let index = scanner?.adapter?.index ?? 0
        do {
            var latest = Instant.zero
            let reception = try scanner?.receive(until: deadline?.microseconds ?? .max, wakes: wakes) { packet, at in
                latest = Instant(microseconds: at)
                sink.packet(packet, from: index, at: latest)
            }
            // In a flood something is always left; what came last is as far as we know.
            return reception?.drainedAt.map(Instant.init) ?? latest
        } catch {
            scanner = nil
            failed(error)
            sink.hearingLost(at: .now)
            return .now
        }
    }

    private func waitForAdapter(_ sink: inout some PacketSink & ~Copyable, until deadline: Instant?, _ wakes: [Int32])
        -> Instant
    {
        Descriptors.wait(wakes, until: min(nextAttempt, deadline ?? nextAttempt).microseconds)
        if .now >= nextAttempt {
            open()
            if isHearing { sink.hearingRestored(at: .now) }
        }
        return .now
    }

    private func open() {
        do throws(ScannerError) {
            var scanner = try Scanner(choice)
            try scanner.start()
            let adapter = scanner.adapter?.description ?? choice.description
            log.info("bluez", "scanning", ["adapter": adapter, "commands": scanner.family.map { "\($0)" } ?? "none"])
            self.scanner = consume scanner
            fault = nil
        } catch {
            failed(error)
        }
    }

    private func failed(_ error: ScannerError) {
        if error != fault { log.warning("bluez", "not scanning: \(error)", ["adapter": choice]) }
        fault = error
        nextAttempt = .now + Self.pause
    }
}

extension Instant {
    package static var now: Instant { Instant(microseconds: SystemClock.monotonicMicroseconds()) }
}
