public import Beacons

/// What a message is about: the text that topics and payloads give for a beacon. The only place where it is made.
public struct Subject: Hashable, Sendable {
    public let text: String

    public init(_ beacon: BeaconIdentity) { text = beacon.description }

    /// Reads the level of a topic; anything that `topicLevel` does not give is `nil`.
    init?(topicLevel: Substring) {
        guard let text = TopicLevel.unescape(topicLevel) else { return nil }
        self.text = text
    }

    var topicLevel: String { TopicLevel.escape(text) }

    /// The identity, where the subject is one in its canonical form.
    public var beacon: BeaconIdentity? {
        guard let beacon = BeaconIdentity(text), beacon.description == text else { return nil }
        return beacon
    }
}
