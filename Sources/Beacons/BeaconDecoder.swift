/// The hot path: from an advertisement's data to identities, without allocation.
public enum BeaconDecoder {
    /// Gives every identity in `data`, in order: most advertisements have none, few have one, extended ones may have
    /// several. URLs, telemetry and ephemeral identifiers are checked and passed over.
    public static func identities(
        in data: Span<UInt8>, counters: inout DecodeCounters, _ body: (IdentifiedBeacon) -> Void
    ) {
        var cursor = ADCursor()
        while let structure = cursor.next(in: data) {
            do throws(MalformedFrame) {
                guard let beacon = try identity(structure.type, data.extracting(structure.payload)) else { continue }
                if beacon.identity.format == .iBeacon && beacon.identity.uuid.isZero {
                    counters.unassigned += 1
                } else {
                    counters.beacons += 1
                    body(beacon)
                }
            } catch {
                counters[error] += 1
            }
        }
        if cursor.isOverrun { counters.overruns += 1 }
    }

    private static func identity(_ type: UInt8, _ payload: Span<UInt8>) throws(MalformedFrame) -> IdentifiedBeacon? {
        switch try FrameKind(type: type, payload: payload) {
        case .iBeacon:
            let frame = IBeacon(checked: payload)
            return IdentifiedBeacon(identity: frame.identity, measuredPower: frame.measuredPower)
        case .altBeacon:
            let frame = AltBeacon(checked: payload)
            return IdentifiedBeacon(identity: frame.identity, measuredPower: frame.measuredPower)
        case .eddystoneUID:
            let frame = EddystoneUID(checked: payload)
            return IdentifiedBeacon(identity: frame.identity, measuredPower: frame.measuredPower)
        case .eddystoneURL, .eddystoneTLM, .eddystoneETLM, .eddystoneEID, nil: return nil
        }
    }
}
