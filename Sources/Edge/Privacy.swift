import Beacons
import Hashing
import Messages
import Settings

/// Who may be known outside this box, and by which name.
///
/// Keyed hashes are made once for each beacon in a region, never for each advertisement. Used by one thread.
final class Privacy {
    private struct Hashes {
        let pseudonym: BeaconIdentity
        /// Under the key, and under the one before; without that the same twice.
        let deny: (UInt64, UInt64)
    }

    /// Beacons whose hashes are kept, 2 MiB; who is beyond it is hashed again.
    private static let capacity = 16_384

    private let key: PseudonymKey
    private let previous: PseudonymKey?
    private let isPseudonymous: Bool
    private let isEnrolledOnly: Bool
    private var known: [BeaconIdentity: Hashes] = [:]
    /// Whom to drop, or whom alone to hear.
    private var list: DenyList?

    /// Why opting out has no effect here, or nobody is heard, and what to do; `nil`: all is well.
    private(set) var fault: String?

    init(key: PseudonymKey, previous: PseudonymKey?, isPseudonymous: Bool, isEnrolledOnly: Bool) {
        self.key = key
        self.previous = previous
        self.isPseudonymous = isPseudonymous
        self.isEnrolledOnly = isEnrolledOnly
        fault = isEnrolledOnly ? Self.noList : nil
    }

    /// `nil` where there is no key: then beacons go by their identities, and nobody can opt out at the edge.
    convenience init?(_ settings: PrivacySettings) throws(SecretError) {
        let keys = Keyring(try settings.keys()).keys
        guard let key = keys.first else { return nil }
        self.init(
            key: key, previous: keys.dropFirst().first, isPseudonymous: settings.pseudonyms,
            isEnrolledOnly: settings.enrolledOnly)
    }

    private static let noList =
        "privacy: nobody is heard, since privacy.enrolled_only is true and no list of who enrolled has come; is the"
        + " consumer running, with the same setting?"

    /// How messages call beacons; `nil`: by their identities.
    var pseudonyms: Pseudonyms? {
        guard isPseudonymous else { return nil }
        return Pseudonyms(keyID: key.id) { self.hashes(of: $0).pseudonym }
    }

    /// Whether there is anyone who is not admitted.
    var dropsSome: Bool { isEnrolledOnly || list != nil }

    /// Whether the beacon, told by its identity or its pseudonym, may be known.
    func admits(_ beacon: BeaconIdentity) -> Bool {
        guard let list else { return !isEnrolledOnly }
        guard !isEnrolledOnly || list.mode == .allow else { return false }
        let deny = hashes(of: beacon).deny
        return (list.hashes.containsSorted(deny.0) || list.hashes.containsSorted(deny.1)) == (list.mode == .allow)
    }

    /// Whether the hash stands for the beacon in lists.
    func hash(_ hash: UInt64, isOf beacon: BeaconIdentity) -> Bool {
        let deny = hashes(of: beacon).deny
        return deny.0 == hash || deny.1 == hash
    }

    /// What a list changes.
    enum Change {
        case nothing, audience
        /// It is of a key that is not here: the list before holds.
        case refused
    }

    func apply(_ next: DenyList) -> Change {
        let ours = [key.id, previous?.id].compactMap(\.self)
        guard [next.keyID, next.previousKeyID].contains(where: { $0.map(ours.contains) ?? false }) else {
            fault =
                "privacy: the list of who opted out is made with key \(next.keyID), and here is"
                + " \(ours.joined(separator: ", ")); give this gateway the consumer's key"
            return .refused
        }
        var next = next
        next.hashes.sort()
        fault = isEnrolledOnly && next.mode != .allow ? Self.noList : nil
        defer { list = next }
        return list?.mode == next.mode && list?.hashes == next.hashes ? .nothing : .audience
    }

    private func hashes(of beacon: BeaconIdentity) -> Hashes {
        if let hashes = known[beacon] { return hashes }
        let deny = key.denyHash(of: beacon)
        let hashes = Hashes(
            pseudonym: key.pseudonym(of: beacon), deny: (deny, previous?.denyHash(of: beacon) ?? deny))
        if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
        known[beacon] = hashes
        return hashes
    }
}

extension [UInt64] {
    /// Whether an ascending array holds `element`.
    fileprivate func containsSorted(_ element: UInt64) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < element { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == element
    }
}
