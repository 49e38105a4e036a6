/// Why something that begins as a beacon frame is none.
public enum MalformedFrame: Int, Error, CaseIterable, Sendable {
    /// Apple's beacon type, but not 21 bytes of it.
    case iBeaconLength
    /// The AltBeacon code, but not 26 bytes of manufacturer data.
    case altBeaconLength
    /// The Eddystone service, but not as many bytes as its frame type has.
    case eddystoneLength
    /// An Eddystone frame type or telemetry version that does not exist.
    case eddystoneType
    /// A URL scheme or a URL byte that is not defined.
    case eddystoneURL
}
