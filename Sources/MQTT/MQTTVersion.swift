/// The versions of the protocol that the client speaks.
public enum MQTTVersion: String, Sendable {
    case v5 = "5"
    case v311 = "3.1.1"
}

/// Which version to speak to one broker: 5 until it shows that it cannot. What it asked for and what worked is kept.
struct VersionChoice {
    private(set) var version = MQTTVersion.v5
    /// Whether the broker itself refused the other version.
    private var isAskedFor = false
    private var isProven = false
    private var closes = 0

    /// A connection was accepted, and is over.
    mutating func connected() {
        closes = 0
        isProven = version == .v5 || isAskedFor
        // The closes that led to 3.1.1 may have meant something else: a balancer closes while no broker is behind it.
        if !isProven { version = .v5 }
    }

    /// A broker may not understand our version: by refusing (0x84 of MQTT 5, 0x01 of 3.1.1), or, while none has
    /// worked, by closing the connection without a word, twice in a row.
    mutating func failed(_ fault: MQTTFault) {
        switch fault {
        case .refused(code: 0x84, _), .refused(code: 0x01, _): change(isAskedFor: true)
        case .closedUnanswered:
            closes += 1
            if closes == 2, !isProven { change(isAskedFor: false) }
        default: closes = 0
        }
    }

    private mutating func change(isAskedFor: Bool) {
        version = version == .v5 ? .v311 : .v5
        self.isAskedFor = isAskedFor
        isProven = false
        closes = 0
    }
}
