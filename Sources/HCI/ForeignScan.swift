/// What a scan command of someone else on our adapter means for our hearing.
public enum ForeignScan: Hashable, Sendable {
    /// For the next enabling.
    case parameters(Parameters)
    case off
    case on(filtersDuplicates: Bool)

    public struct Parameters: Hashable, Sendable {
        public var isActive: Bool
        /// Only who is in the accept list is reported.
        public var acceptsListedOnly: Bool
        /// Whether it listens all the time.
        public var isContinuous: Bool

        public init(isActive: Bool, acceptsListedOnly: Bool, isContinuous: Bool) {
            self.isActive = isActive
            self.acceptsListedOnly = acceptsListedOnly
            self.isContinuous = isContinuous
        }
    }

    /// `nil`: no scan command, or one too short for what it says.
    public init?(_ command: HCICommand) {
        let parameters = command.parameters
        switch command.opcode {
        case ScanFamily.legacy.parametersOpcode where parameters.count >= 7:
            self = .parameters(
                Parameters(
                    isActive: parameters[0] == 1, acceptsListedOnly: parameters[6] & 1 == 1,
                    isContinuous: parameters[1...2].elementsEqual(parameters[3...4])))
        case ScanFamily.extended.parametersOpcode where parameters.count >= 8:
            self = .parameters(
                Parameters(
                    isActive: parameters[3] == 1, acceptsListedOnly: parameters[1] & 1 == 1,
                    isContinuous: parameters[4...5].elementsEqual(parameters[6...7])))
        case ScanFamily.legacy.enableOpcode where parameters.count >= 2,
            ScanFamily.extended.enableOpcode where parameters.count >= 2:
            self = parameters[0] == 0 ? .off : .on(filtersDuplicates: parameters[1] != 0)
        default: return nil
        }
    }
}
