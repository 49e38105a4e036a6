public import Beacons

/// What a message is about: the text that topics and payloads give for a beacon. The only place where it is made.
public struct Subject: Hashable, Sendable {
    private enum Value: Hashable {
        case beacon(BeaconIdentity)
        /// No identity in its canonical form.
        case other(String)
    }

    private let value: Value

    public init(_ beacon: BeaconIdentity) { value = .beacon(beacon) }

    /// Reads the level of a topic; anything that `topicLevel` does not give is `nil`.
    init?(topicLevel: Substring) {
        if let beacon = BeaconIdentity(canonical: topicLevel) {
            value = .beacon(beacon)
        } else {
            guard let text = TopicLevel.unescape(topicLevel) else { return nil }
            value = .other(text)
        }
    }

    public var text: String {
        switch value {
        case .beacon(let beacon): beacon.description
        case .other(let text): text
        }
    }

    var topicLevel: String {
        switch value {
        // Nothing in a canonical form is escaped.
        case .beacon(let beacon): beacon.description
        case .other(let text): TopicLevel.escape(text)
        }
    }

    /// The identity, where the subject is one in its canonical form.
    public var beacon: BeaconIdentity? {
        guard case .beacon(let beacon) = value else { return nil }
        return beacon
    }
}
