/// What kind of beacon frame a structure carries: the one place where frames are recognised and checked.
///
/// Each frame's `init(checked:)` relies on the length that is checked here.
enum FrameKind {
    case iBeacon, altBeacon, eddystoneUID, eddystoneURL, eddystoneTLM, eddystoneETLM, eddystoneEID

    /// `nil` for a structure that is not a beacon's.
    init?(type: UInt8, payload: Span<UInt8>) throws(MalformedFrame) {
        switch type {
        case ADStructure.manufacturerData:
            if IBeacon.begins(payload) {
                guard payload.count >= IBeacon.length, payload[3] == IBeacon.typeLength else { throw .iBeaconLength }
                self = .iBeacon
            } else if AltBeacon.begins(payload) {
                guard payload.count == AltBeacon.length else { throw .altBeaconLength }
                self = .altBeacon
            } else {
                return nil
            }
        case ADStructure.serviceData16 where payload.count >= 2 && payload.littleEndian16(at: 0) == Eddystone.service:
            self = try Self.eddystone(payload)
        default: return nil
        }
    }

    private static func eddystone(_ payload: Span<UInt8>) throws(MalformedFrame) -> FrameKind {
        guard payload.count > 3 else { throw .eddystoneLength }
        switch (payload[2], payload[3]) {
        case (Eddystone.uidType, _):
            guard EddystoneUID.lengths.contains(payload.count) else { throw .eddystoneLength }
            return .eddystoneUID
        case (Eddystone.urlType, _):
            guard EddystoneURL.lengths.contains(payload.count) else { throw .eddystoneLength }
            guard EddystoneURL.isDefined(payload) else { throw .eddystoneURL }
            return .eddystoneURL
        case (Eddystone.telemetryType, EddystoneTLM.version):
            guard payload.count == EddystoneTLM.length else { throw .eddystoneLength }
            return .eddystoneTLM
        case (Eddystone.telemetryType, EddystoneETLM.version):
            guard payload.count == EddystoneETLM.length else { throw .eddystoneLength }
            return .eddystoneETLM
        case (Eddystone.eidType, _):
            guard payload.count == EddystoneEID.length else { throw .eddystoneLength }
            return .eddystoneEID
        default: throw .eddystoneType
        }
    }
}
