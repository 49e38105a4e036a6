/// A beacon frame: what one structure of an advertisement says.
public enum BeaconFrame: Hashable, Sendable {
    case iBeacon(IBeacon)
    case altBeacon(AltBeacon)
    case eddystoneUID(EddystoneUID)
    case eddystoneURL(EddystoneURL)
    case eddystoneTLM(EddystoneTLM)
    case eddystoneETLM(EddystoneETLM)
    case eddystoneEID(EddystoneEID)
}

extension BeaconFrame {
    /// Every well-formed frame of an advertisement's data, in order. For the hot path see `BeaconDecoder`.
    public static func frames(in data: Span<UInt8>) -> [BeaconFrame] {
        var frames: [BeaconFrame] = []
        var cursor = ADCursor()
        while let structure = cursor.next(in: data) {
            let payload = data.extracting(structure.payload)
            guard let kind = try? FrameKind(type: structure.type, payload: payload) else { continue }
            frames.append(BeaconFrame(kind, payload))
        }
        return frames
    }

    private init(_ kind: FrameKind, _ payload: Span<UInt8>) {
        switch kind {
        case .iBeacon: self = .iBeacon(IBeacon(checked: payload))
        case .altBeacon: self = .altBeacon(AltBeacon(checked: payload))
        case .eddystoneUID: self = .eddystoneUID(EddystoneUID(checked: payload))
        case .eddystoneURL: self = .eddystoneURL(EddystoneURL(checked: payload))
        case .eddystoneTLM: self = .eddystoneTLM(EddystoneTLM(checked: payload))
        case .eddystoneETLM: self = .eddystoneETLM(EddystoneETLM(checked: payload))
        case .eddystoneEID: self = .eddystoneEID(EddystoneEID(checked: payload))
        }
    }
}

extension BeaconFrame {
    /// Whole advertising data that carries this frame, at most 31 bytes: flags, the service list where the format
    /// asks for it, the frame.
    public var advertisingData: [UInt8] {
        // LE General Discoverable, BR/EDR not supported.
        let flags: [UInt8] = [2, ADStructure.flags, 0x06]
        let type: UInt8
        let payload: [UInt8]
        switch self {
        case .iBeacon(let frame): (type, payload) = (ADStructure.manufacturerData, frame.payload)
        case .altBeacon(let frame): (type, payload) = (ADStructure.manufacturerData, frame.payload)
        case .eddystoneUID(let frame): (type, payload) = (ADStructure.serviceData16, frame.payload)
        case .eddystoneURL(let frame): (type, payload) = (ADStructure.serviceData16, frame.payload)
        case .eddystoneTLM(let frame): (type, payload) = (ADStructure.serviceData16, frame.payload)
        case .eddystoneETLM(let frame): (type, payload) = (ADStructure.serviceData16, frame.payload)
        case .eddystoneEID(let frame): (type, payload) = (ADStructure.serviceData16, frame.payload)
        }
        let services = type == ADStructure.serviceData16 ? [3, ADStructure.completeUUIDs16] + payload.prefix(2) : []
        return flags + services + [UInt8(payload.count + 1), type] + payload
    }
}
