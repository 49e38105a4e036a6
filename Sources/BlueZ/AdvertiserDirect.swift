import Glibc
public import HCI

/// Advertises by the controller's own commands, through raw HCI sockets, beside whatever the kernel does: on
/// controllers that know advertising sets in a set of our own.
public struct DirectAdvertiser: Advertiser, ~Copyable {
    public private(set) var canScanMeanwhile: Bool?
    /// The commands in use, once started.
    public private(set) var family: AdvertisingFamily?
    private let adapter: Adapter?
    private var commands: CommandSocket
    /// Shows the commands of all others, and our own.
    private let others: Descriptor
    /// Says when the adapter goes down.
    private let stack: Descriptor
    /// Our own that `others` has not shown yet.
    private var sent: [HCICommand] = []

    /// Bounds what is taken from a socket in one go.
    private static let mostPackets = 256

    /// - Parameter powersUp: whether to power the adapter up, where we may; else it must be up.
    public init(_ adapter: Adapter, powersUp: Bool) throws(ScannerError) {
        guard powersUp || adapter.isUp else { throw .adapterDown }
        if powersUp { try Power.up(adapter) }
        self.init(
            adapter, commands: try RawSocket.commands(adapter), others: try RawSocket.commands(adapter),
            stack: try RawSocket.stackEvents())
    }

    /// - Parameters:
    ///   - commands: carries an H4 packet a message, as `others`, which shows what others send.
    ///   - patience: how long an answer may take, µs.
    init(
        _ adapter: Adapter? = nil, commands: consuming Descriptor, others: consuming Descriptor,
        stack: consuming Descriptor, patience: Int64 = ScannerTiming().answer
    ) {
        self.adapter = adapter
        self.commands = CommandSocket(commands, patience: patience)
        self.others = others
        self.stack = stack
    }

    public mutating func start(_ advertisement: Advertisement) throws(ScannerError) {
        let family = try chooseFamily()
        self.family = family
        sent = family.start(advertisement)
        for command in sent {
            let status = try commands.run(command).status
            // Where nothing is in the air, some refuse to end it, and a set that is not there yet is unknown.
            guard status == .success || command == family.stop else { throw .refused(command, status) }
        }
    }

    public mutating func wait(until deadline: Int64, wakes: [Int32]) throws(ScannerError) -> Bool {
        let ready = try Wait.until(deadline, [others.number, stack.number] + wakes)
        if ready[0] & (POLLERR | POLLHUP) != 0 { throw .adapterGone }
        if ready[1] & POLLIN != 0 { try readStack() }
        return ready[0] & POLLIN != 0 ? try isDisturbed() : false
    }

    public mutating func stop() throws(ScannerError) {
        guard let family else { return }
        self.family = nil
        _ = try commands.run(family.stop)
    }

    private mutating func chooseFamily() throws(ScannerError) -> AdvertisingFamily {
        if let family { return family }
        let features = try commands.run(.readLowEnergyFeatures).parameters
        canScanMeanwhile = SupportedStates.advertisesWhileScanning(try commands.run(.readSupportedStates).parameters)
        guard case .extended = AdvertisingFamily(features: features, sets: 1) else { return .legacy }
        let sets = try commands.run(.readNumberOfAdvertisingSets).parameters.first ?? 1
        return AdvertisingFamily(features: features, sets: sets)
    }

    private mutating func isDisturbed() throws(ScannerError) -> Bool {
        var isDisturbed = false
        for _ in 0..<Self.mostPackets {
            guard let packet = try Self.receive(others.number) else { break }
            if let command = HCICommand(packet.span) {
                if let index = sent.firstIndex(of: command) {
                    sent.removeSubrange(...index)
                } else if family?.isDisturbed(by: command) == true {
                    isDisturbed = true
                }
            } else if ControllerEvent(packet.span) == .reset {
                isDisturbed = true
            }
        }
        return isDisturbed
    }

    private func readStack() throws(ScannerError) {
        for _ in 0..<Self.mostPackets {
            guard let packet = try Self.receive(stack.number) else { return }
            guard let event = StackEvent(packet.span), event.adapter == adapter?.index ?? 0 else { continue }
            switch event.kind {
            case .down: throw .adapterDown
            case .unregistered: throw .adapterGone
            case .up, .registered: break
            }
        }
    }

    /// The next packet that is there; `nil` when none is.
    private static func receive(_ socket: Int32) throws(ScannerError) -> [UInt8]? {
        var packet = [UInt8](repeating: 0, count: Batch.slot)
        let count = recv(socket, &packet, packet.count, Int32(MSG_DONTWAIT))
        if count > 0 { return Array(packet.prefix(count)) }
        guard count < 0 else { throw .adapterGone }
        guard errno == EAGAIN || errno == EINTR else { throw ScannerError(call: "reading events", code: errno) }
        return nil
    }
}
