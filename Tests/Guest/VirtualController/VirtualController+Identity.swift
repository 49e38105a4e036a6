import Beacons
import HCI

extension VirtualController {
    /// What a controller tells of itself. The kernel asks for all of it before an adapter comes up; `nil`: another kind
    /// of command.
    func identity(_ opcode: UInt16) -> Answer? {
        switch opcode {
        case Opcode.readLocalVersion: .returns(family.version)
        case Opcode.readSupportedCommands: .returns(family.supportedCommands)
        case Opcode.readLocalFeatures: .returns(Family.features)
        case Opcode.readAddress:
            .returns((0..<6).map { UInt8(truncatingIfNeeded: address.value >> UInt64(8 * $0)) })
        // 251 bytes, 8 packets.
        case Opcode.readBufferSize: .returns([251, 0, 8])
        case Opcode.readLEFeatures: .returns(family.lowEnergyFeatures)
        // Every state and combination.
        case Opcode.readSupportedStates: .returns([UInt8](repeating: 0xFF, count: 8))
        // dBm.
        case Opcode.readAdvertisingPower: .returns([0])
        case Opcode.readAcceptListSize: .returns([UInt8(Family.acceptListSize)])
        case Opcode.readMaximumDataLength:
            .returns([UInt8(truncatingIfNeeded: Family.longestData), UInt8(Family.longestData >> 8)])
        case Opcode.readNumberOfSets: .returns([UInt8(Family.sets)])
        case Opcode.setEventMask, Opcode.setLEEventMask: .success
        default: nil
        }
    }

    /// The random address and the accept list, whose entries are an address type and an address.
    mutating func addressing(_ opcode: UInt16, _ parameters: [UInt8]) -> Answer? {
        switch opcode {
        case Opcode.setRandomAddress where parameters.count == 6:
            randomAddress = parameters.address(at: 0)
            return .success
        case Opcode.clearAcceptList:
            acceptList = []
            return .success
        case Opcode.addToAcceptList where parameters.count == 7:
            guard acceptList.count < Family.acceptListSize else { return .status(.memoryExceeded) }
            acceptList.insert(parameters.address(at: 1))
            return .success
        case Opcode.removeFromAcceptList where parameters.count == 7:
            acceptList.remove(parameters.address(at: 1))
            return .success
        default: return nil
        }
    }
}
