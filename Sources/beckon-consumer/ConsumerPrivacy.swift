import Beacons
import Hashing
import Presence
import Settings

/// What the consumer knows of the gateways' privacy.
struct ConsumerPrivacy: Sendable {
    var keyring = Keyring()
    /// Whether only who agreed is heard.
    var isEnrolledOnly = false
    /// The regions of role `reader`: whoever holds a beacon there for long opts out.
    var readers: Set<String> = []
}

extension ConsumerPrivacy {
    init(_ configuration: Configuration) throws(SecretError) {
        let settings = configuration.privacy
        keyring = Keyring(try settings.keys(), isPseudonymous: settings.pseudonyms)
        isEnrolledOnly = settings.enrolledOnly
        readers = configuration.presence.names(of: .reader)
    }
}
