import Beacons
import Daemon
import Edge
import Presence
import Radio
import Settings
import Synchronization

/// The gateways of a made-up shop, each with its own connection to the broker, in threads of this process.
struct SimulatedGateways {
    private let plan: CrowdedShop.Plan
    private let names: [String]
    private let configuration: Configuration
    private let log: Log

    /// - Throws: where no region would see any of the shoppers.
    init(_ options: SimulateOptions, _ configuration: Configuration, _ log: Log) throws {
        var options = options
        let regions = configuration.presence.regions
        let uuids = regions.lazy.compactMap { region in
            if region.role != .staff, case .iBeacon(let uuid, _, _) = region.filter { uuid } else { nil }
        }
        if let uuid = uuids.first { options.adopt(uuid) }
        plan = options.plan
        names = options.names
        self.configuration = configuration
        self.log = log
        let first = BeaconIdentity.iBeacon(uuid: plan.uuid, major: plan.major, minor: 1)
        guard !RegionIndex(regions).regions(of: first, from: BluetoothAddress(0)).isEmpty else {
            throw CommandFailure(
                description: "no region of the configuration has the beacons that would come, \(first), and all would "
                    + "be dropped: name those of a region by --uuid and --major")
        }
    }

    /// Until the last shopper has left and the broker has it all, or somebody stops it.
    func run() throws {
        let signals = try Signals()
        let turns = try names.map { _ in try Turn() }
        let ended = try Wake()
        log.info(
            "simulate", "the shop opens",
            ["site": configuration.site, "visitors": plan.visitors, "gateways": names.joined(separator: ",")])
        let start = Instant.now
        for (index, turn) in turns.enumerated() {
            _ = try Worker(name: names[index]) {
                do {
                    try run(index, from: start, until: turn.stop)
                } catch {
                    turn.failure.withLock { $0 = "\(names[index]): \(error)" }
                }
                ended.signal()
            }
        }
        var left = turns.count
        var isStopped = false
        while left > 0 {
            Descriptors.wait([ended.descriptor, signals.descriptor], until: nil)
            left -= ended.clear()
            let hasFailed = turns.contains { $0.failure.withLock { $0 != nil } }
            if !isStopped, signals.next(within: .zero) != nil || hasFailed {
                isStopped = true
                for turn in turns { turn.stop.signal() }
            }
        }
        for turn in turns {
            if let failure = turn.failure.withLock({ $0 }) { throw CommandFailure(description: failure) }
        }
        log.info("simulate", isStopped ? "stopped" : "the last shopper has left")
    }

    private func run(_ index: Int, from start: Instant, until stop: Wake) throws {
        var configuration = configuration
        // No devices in a household that come and go with the simulation.
        configuration.homeAssistant = false
        let signals = try Signals(stoppedBy: stop)
        try Gateway.run(
            configuration, name: names[index],
            source: Sources.simulated(CrowdedShop(plan, gateway: index), startingAt: start), outbox: nil,
            // What each of many has to say of its connection drowns the rest.
            log: names.count == 1 ? log : Log(level: .warning), signals: signals, endsWithSource: true,
            reload: { configuration })
    }
}

/// One gateway's run, between its thread and the main one.
private final class Turn: Sendable {
    let stop: Wake
    let failure = Mutex<String?>(nil)

    init() throws(SystemError) { stop = try Wake() }
}
