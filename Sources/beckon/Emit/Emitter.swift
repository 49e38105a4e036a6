import Beacons
import BlueZ
import Daemon
import HCI
import Presence

/// Keeps a beacon in the air until somebody stops it.
struct Emitter {
    private let options: EmitOptions
    private let identity: BeaconIdentity
    private let log: Log

    /// After somebody took it out of the air, so as not to break what they are doing (bluez.md: 300 ms breaks nobody).
    private static let debounce: Duration = .milliseconds(300)
    /// Between attempts while there is no adapter, or no power.
    private static let pause: Duration = .seconds(1)
    /// Takes of the air from others in a minute; then they are left alone for a minute.
    private static let mostTakeovers = 10

    init(_ options: EmitOptions, identity: BeaconIdentity, log: Log) {
        self.options = options
        self.identity = identity
        self.log = log
    }

    /// - Parameter open: makes who sends it; whether it is the first time tells it whether an adapter that is off may
    ///   be powered up: later somebody has switched it off on purpose.
    func run<Sender: Advertiser & ~Copyable>(
        _ signals: borrowing Signals, open: (Adapter, _ isFirst: Bool) throws(ScannerError) -> Sender
    ) throws {
        guard let advertisement = options.advertisement(of: identity) else {
            throw CommandFailure(description: "\(identity) does not fit into an advertisement")
        }
        var said: ScannerError?
        var isFirst = true
        while true {
            do throws(ScannerError) {
                let adapter = try Adapter.find(options.adapter)
                var sender = try open(adapter, isFirst)
                isFirst = false
                said = nil
                if try emit(advertisement, with: &sender, on: adapter, signals) { return }
            } catch {
                if error.isFinal { throw CommandFailure(description: "\(error)") }
                if error != said { log.warning("emit", "waiting: \(error)", ["adapter": options.adapter]) }
                said = error
            }
            if signals.next(within: Self.pause) != nil { return }
        }
    }

    /// - Returns: `true` when somebody stopped us.
    private func emit(
        _ advertisement: Advertisement, with sender: inout some Advertiser & ~Copyable, on adapter: Adapter,
        _ signals: borrowing Signals
    ) throws(ScannerError) -> Bool {
        try sender.start(advertisement)
        log.info(
            "emit", "emitting \(identity)",
            ["adapter": adapter, "interval_ms": advertisement.milliseconds, "measured_power": options.measuredPower])
        if sender.canScanMeanwhile == false {
            log.warning("emit", "this controller cannot scan while it sends: through it nothing is heard now")
        }
        var takeovers: [Instant] = []
        while true {
            let isDisturbed = try sender.wait(until: .max, wakes: [signals.descriptor])
            if signals.next(within: .zero) != nil {
                try sender.stop()
                log.info("emit", "stopped")
                return true
            }
            guard isDisturbed else { continue }
            let now = Instant(microseconds: SystemClock.monotonicMicroseconds())
            takeovers.removeAll { now - $0 > .seconds(60) }
            takeovers.append(now)
            let isFight = takeovers.count > Self.mostTakeovers
            if isFight {
                log.warning("emit", "somebody else takes the beacon out of the air again and again; a minute's truce")
                takeovers = []
            }
            if signals.next(within: isFight ? .seconds(60) : Self.debounce) != nil {
                try sender.stop()
                return true
            }
            // What happened meanwhile belongs to the same disturbance.
            _ = try sender.wait(until: 0, wakes: [])
            try sender.start(advertisement)
            log.info("emit", "in the air again")
        }
    }
}

extension ScannerError {
    /// Whether waiting helps nobody.
    fileprivate var isFinal: Bool {
        switch self {
        case .noBluetooth, .notPermitted: true
        default: false
        }
    }
}
