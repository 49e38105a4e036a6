import Beacons
import HCI

extension VirtualController {
    /// The commands of an advertiser, of either family; `nil`: another kind of command.
    mutating func advertising(_ opcode: UInt16, _ parameters: [UInt8], _ now: Int64) -> Answer? {
        switch opcode {
        case Opcode.setAdvertisingParameters:
            guard advertiser?.next == nil else { return .status(.commandDisallowed) }
            guard let replacement = Advertiser(legacy: parameters) else { return .status(.invalidParameters) }
            advertiser = replacement
            advertiser?.data = legacyData
        case Opcode.setAdvertisingData:
            // Always 31 bytes, of which the first tells how many count.
            guard parameters.count == 32, parameters[0] <= 31 else { return .status(.invalidParameters) }
            legacyData = Array(parameters[1..<1 + Int(parameters[0])])
            advertiser?.data = legacyData
        case Opcode.setAdvertisingEnable:
            guard parameters.count == 1 else { return .status(.invalidParameters) }
            advertiser?.randomAddress = randomAddress
            advertiser?.next = parameters[0] == 1 ? now : nil
        // Nobody asks for scan responses here.
        case Opcode.setScanResponseData, Opcode.setExtendedScanResponse: break
        case Opcode.setExtendedEnable: return enableSets(parameters, now)
        case Opcode.clearSets:
            guard !sets.values.contains(where: { $0.next != nil }) else { return .status(.commandDisallowed) }
            sets = [:]
        case Opcode.setSetRandomAddress, Opcode.setExtendedParameters, Opcode.setExtendedData, Opcode.removeSet:
            guard let handle = parameters.first else { return .status(.invalidParameters) }
            return changeSet(handle, opcode, parameters)
        default: return nil
        }
        return .success
    }

    private mutating func changeSet(_ handle: UInt8, _ opcode: UInt16, _ parameters: [UInt8]) -> Answer {
        guard let set = sets[handle] else {
            guard opcode == Opcode.setExtendedParameters else { return .status(.unknownAdvertisingIdentifier) }
            guard sets.count < Family.sets else { return .status(.memoryExceeded) }
            return setParameters(handle, parameters)
        }
        switch opcode {
        case Opcode.setExtendedParameters:
            guard set.next == nil else { return .status(.commandDisallowed) }
            return setParameters(handle, parameters)
        case Opcode.setExtendedData:
            return setData(handle, parameters)
        case Opcode.removeSet:
            guard set.next == nil else { return .status(.commandDisallowed) }
            sets[handle] = nil
        default:
            guard parameters.count == 7 else { return .status(.invalidParameters) }
            sets[handle]?.randomAddress = parameters.address(at: 1)
        }
        return .success
    }

    private mutating func setParameters(_ handle: UInt8, _ parameters: [UInt8]) -> Answer {
        guard var set = Advertiser(extended: parameters) else { return .status(.invalidParameters) }
        set.data = sets[handle]?.data ?? []
        set.randomAddress = sets[handle]?.randomAddress
        sets[handle] = set
        // The power that it has chosen, dBm.
        return .returns([0])
    }

    /// Handle, operation (0 between, 1 first, 2 last, 3 complete), fragment preference, length, data.
    private mutating func setData(_ handle: UInt8, _ parameters: [UInt8]) -> Answer {
        guard parameters.count >= 4, parameters[1] <= 3, parameters.count == 4 + Int(parameters[3]) else {
            return .status(.invalidParameters)
        }
        let earlier = parameters[1] & 1 == 0 ? sets[handle]?.data ?? [] : []
        guard earlier.count + Int(parameters[3]) <= Family.longestData else { return .status(.memoryExceeded) }
        sets[handle]?.data = earlier + parameters[4...]
        return .success
    }

    /// Enable, number of sets, and for each: handle, duration and limit of events, which are not gone by. Disabling no
    /// set in particular disables all.
    private mutating func enableSets(_ parameters: [UInt8], _ now: Int64) -> Answer {
        guard parameters.count >= 2, parameters.count == 2 + 4 * Int(parameters[1]) else {
            return .status(.invalidParameters)
        }
        let enables = parameters[0] == 1
        var handles = (0..<Int(parameters[1])).map { parameters[2 + 4 * $0] }
        if handles.isEmpty {
            guard !enables else { return .status(.invalidParameters) }
            handles = Array(sets.keys)
        }
        for handle in handles {
            guard let set = sets[handle] else { return .status(.unknownAdvertisingIdentifier) }
            // A random address must have been set.
            guard !enables || !set.usesRandomAddress || set.randomAddress != nil else {
                return .status(.invalidParameters)
            }
        }
        for handle in handles { sets[handle]?.next = enables ? now : nil }
        return .success
    }
}
