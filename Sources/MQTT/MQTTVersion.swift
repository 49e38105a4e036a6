/// The versions of the protocol that the client speaks.
public enum MQTTVersion: String, Sendable {
    case v5 = "5"
    case v311 = "3.1.1"
}

/// Which version to speak to one broker: 5 until it shows that it cannot; what worked is kept.
struct VersionChoice {
    private(set) var version = MQTTVersion.v5
    private var isProven = false
    private var closes = 0

    mutating func connected() {
        isProven = true
        closes = 0
    }

    /// A broker may not understand our version: by refusing (0x84 of MQTT 5, 0x01 of 3.1.1), or by closing
    /// the connection without a word, twice in a row.
    mutating func failed(_ fault: MQTTFault) {
        guard !isProven else { return }
        switch fault {
        case .refused(code: 0x84, _), .refused(code: 0x01, _): change()
        case .closedUnanswered:
            closes += 1
            if closes == 2 { change() }
        default: closes = 0
        }
    }

    private mutating func change() {
        version = version == .v5 ? .v311 : .v5
        closes = 0
    }
}
