/// The event type of extended advertising reports, which are the properties of a set as well.
struct EventProperties: OptionSet, Sendable {
    let rawValue: UInt16

    static let connectable = EventProperties(rawValue: 1 << 0)
    static let scannable = EventProperties(rawValue: 1 << 1)
    /// The PDU is a legacy one.
    static let legacy = EventProperties(rawValue: 1 << 4)

    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The advertising type of LE Set Advertising Parameters; directed ones are none of a beacon's.
    init?(legacyType: UInt8) {
        switch legacyType {
        case 0: self = [.legacy, .connectable, .scannable]
        case 2: self = [.legacy, .scannable]
        case 3: self = [.legacy]
        default: return nil
        }
    }

    /// The event type of a legacy report; `nil` for what a legacy controller does not hear.
    var legacyType: UInt8? {
        guard contains(.legacy) else { return nil }
        return contains(.connectable) ? 0 : contains(.scannable) ? 2 : 3
    }
}
