import Beacons
import Glibc
import HCI

/// A scan of one controller: starts, mends and ends it. Waits for answers.
struct ScanControl: ~Copyable {
    /// The commands in use, once started.
    private(set) var family: ScanFamily?
    /// As started: what the controller did not take is left out.
    private(set) var parameters = ScanParameters()
    private(set) var commands: CommandSocket
    private let timing: ScannerTiming

    init(_ commands: consuming Descriptor, timing: ScannerTiming = ScannerTiming(), interrupt: Int32 = -1) {
        self.commands = CommandSocket(commands, patience: timing.answer, interrupt: interrupt)
        self.timing = timing
    }

    /// What came beside answers; see `CommandSocket`.
    mutating func listen() throws(ScannerError) -> [(event: ControllerEvent, at: Int64)] {
        try commands.listen()
        return commands.takeOverheard()
    }

    /// Chooses the commands as the kernel does, and starts; where a controller refuses them, tries the other family
    /// once.
    mutating func start(_ wanted: ScanParameters, otherFamilyFirst: Bool = false) throws(ScannerError) {
        let supported = try commands.run(.readSupportedCommands)
        let usual = ScanFamily(supportedCommands: supported.parameters)
        let first = otherFamilyFirst ? usual.other : usual
        var parameters = wanted
        if wanted.usesCodedPHY, try !knowsCodedPHY() { parameters.usesCodedPHY = false }
        do {
            try start(first, parameters)
        } catch {
            guard case .refused(_, let status) = error, status.mayBeTheFamily else { throw error }
            try start(first.other, parameters)
        }
    }

    /// What an adapter needs that the kernel has not set up for us.
    mutating func initialize() throws(ScannerError) {
        try run(.reset)
        try run(.setEventMask)
        try run(.setLowEnergyEventMask)
        // Refused where there is nothing but Low Energy.
        _ = try commands.run(.writeLowEnergyHostSupport)
    }

    /// Off, parameters, on, as it was started.
    mutating func restart() throws(ScannerError) {
        guard let family else { throw .adapterDown }
        try setUp(family, parameters)
    }

    /// Enables a scan that runs once more, which takes its duplicate filter off and changes nothing else (Vol 4, Part
    /// E, section 7.8.11).
    mutating func kick() throws(ScannerError) {
        guard let family else { throw .adapterDown }
        try run(family.enable(true))
    }

    /// Asks the controller for something that it always knows.
    mutating func probe() throws(ScannerError) { try run(.readAddress) }

    /// Switches the scan off; that it is off already is fine.
    mutating func stop() throws(ScannerError) {
        guard let family else { return }
        self.family = nil
        try disable(family)
    }

    /// Bit 3 of the second byte: Vol 6, Part B, section 4.6.
    private mutating func knowsCodedPHY() throws(ScannerError) -> Bool {
        let features = try commands.run(.readLowEnergyFeatures).parameters
        return features.count > 1 && features[1] & 0x08 != 0
    }

    private mutating func start(_ family: ScanFamily, _ wanted: ScanParameters) throws(ScannerError) {
        var parameters = wanted
        parameters.usesCodedPHY = wanted.usesCodedPHY && family == .extended
        do {
            try setUp(family, parameters)
        } catch {
            guard case .refused(_, let status) = error, status.mayBeTheParameters else { throw error }
            // The two highest bits say that a random address is static (Vol 6, Part B, section 1.3.2.1).
            let address = UInt64.random(in: 0..<1 << 46) | 3 << 46
            _ = try commands.run(.setRandomAddress(BluetoothAddress(address)))
            parameters.usesRandomAddress = true
            parameters.usesCodedPHY = false
            try setUp(family, parameters)
        }
        self.family = family
        self.parameters = parameters
    }

    private mutating func setUp(_ family: ScanFamily, _ parameters: ScanParameters) throws(ScannerError) {
        for delay in timing.setUpAgain + [nil] {
            try disable(family)
            if try isDone(family.parameters(parameters), again: delay) { break }
        }
        for delay in timing.enableAgain + [nil] where try isDone(family.enable(true), again: delay) { break }
    }

    /// False: the controller answered *command disallowed*, and the time until another try has passed.
    ///
    /// - Parameter delay: µs; `nil`: there is none.
    private mutating func isDone(_ command: HCICommand, again delay: Int64?) throws(ScannerError) -> Bool {
        do {
            try run(command)
            return true
        } catch {
            guard case .refused(_, .commandDisallowed) = error, let delay else { throw error }
            usleep(UInt32(clamping: delay))
            return false
        }
    }

    /// A controller may answer *command disallowed* where nothing is scanning, and *unknown command* for the other
    /// family.
    private mutating func disable(_ family: ScanFamily) throws(ScannerError) {
        let answer = try commands.run(family.enable(false))
        guard [.success, .commandDisallowed, .unknownCommand].contains(answer.status) else {
            throw .refused(family.enable(false), answer.status)
        }
    }

    private mutating func run(_ command: HCICommand) throws(ScannerError) {
        let status = try commands.run(command).status
        guard status == .success else { throw .refused(command, status) }
    }
}

extension HCIStatus {
    fileprivate var mayBeTheFamily: Bool {
        [.unknownCommand, .commandDisallowed, .unsupportedFeature, .invalidParameters].contains(self)
    }

    /// Too many PHYs, or an address that it does not have.
    fileprivate var mayBeTheParameters: Bool { [.unsupportedFeature, .invalidParameters].contains(self) }
}
