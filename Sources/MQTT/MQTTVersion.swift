/// The versions of the protocol that the client speaks.
public enum MQTTVersion: String, Sendable {
    case v5 = "5"
    case v311 = "3.1.1"
}

/// Which version to speak to one broker: 5 until it shows that it cannot; what worked is kept.
struct VersionChoice {
    private(set) var version = MQTTVersion.v5
    /// Whether 3.1.1 is a guess, because of closes without a word. They may mean something else: a balancer closes while
    /// no broker is behind it. Where 3.1.1 is then accepted, 5 gets one more chance.
    private(set) var isGuess = false
    private var isLastChance = false
    private var isProven = false
    private var closes = 0

    /// A connection was accepted, and is over.
    mutating func connected() {
        closes = 0
        isProven = !isGuess
        isLastChance = isGuess
        if isGuess { version = .v5 }
        isGuess = false
    }

    /// A broker may not understand our version: by refusing (0x84 of MQTT 5, 0x01 of 3.1.1), or, while none has
    /// worked, by closing the connection without a word, twice in a row.
    mutating func failed(_ fault: MQTTFault) {
        switch fault {
        case .refused(code: 0x84, _), .refused(code: 0x01, _): change(isGuess: false)
        case .closedUnanswered:
            closes += 1
            if !isProven, closes == 2 || isLastChance { change(isGuess: version == .v5 && !isLastChance) }
        default: closes = 0
        }
    }

    private mutating func change(isGuess: Bool) {
        version = version == .v5 ? .v311 : .v5
        self.isGuess = isGuess
        isLastChance = false
        isProven = false
        closes = 0
    }
}
