public import Beacons

/// A shopper who has enrolled.
public struct Visitor: Hashable, Sendable {
    /// Random, `[a-z0-9-]{1,64}`; never derived from a beacon or a name.
    public let id: String
    /// What they carry.
    public var beacons: [BeaconIdentity]
    public var consents: [Consent.Purpose: Consent]
    /// The language they are written to, such as `en`.
    public var locale: String
    /// `nil`: never checked, and so never notified.
    public var ageCheck: AgeCheck?
    public var taste: Taste
    /// How they are reached; the next where one does not work.
    public var channels: [Channel]

    public init(
        id: String, beacons: [BeaconIdentity] = [], consents: [Consent.Purpose: Consent] = [:], locale: String = "en",
        ageCheck: AgeCheck? = nil, taste: Taste = Taste(), channels: [Channel] = [.mqtt]
    ) {
        self.id = id
        self.beacons = beacons
        self.consents = consents
        self.locale = locale
        self.ageCheck = ageCheck
        self.taste = taste
        self.channels = channels
    }

    /// The answer for `purpose`; who was never asked has not agreed.
    public func consent(for purpose: Consent.Purpose) -> Consent.State {
        consents[purpose]?.state ?? .neverAsked
    }
}
