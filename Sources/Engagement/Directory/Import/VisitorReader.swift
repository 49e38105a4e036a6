import Beacons
import JSON
import Messages

/// Reads `visitors.json`: the visitors, and the beacons of those who work here.
struct VisitorReader {
    /// The most ways to reach one visitor.
    private static let mostChannels = 8

    /// As they are now: what the file leaves out of someone known stays as it was.
    private(set) var visitors: [Visitor] = []
    /// `nil`: the file does not say.
    private(set) var staff: Set<BeaconIdentity>?
    private let known: [String: Visitor]
    private let vocabulary: Set<Feature>
    private let isItem: (String) -> Bool
    private var ids: Set<String> = []
    private var beacons: Set<BeaconIdentity> = []

    /// - Parameters:
    ///   - visitors: those that are known already.
    ///   - vocabulary: what likes and dislikes may name: a slip of the pen in a dislike would let everything through.
    ///   - isItem: whether there is an item of that id.
    init(
        _ bytes: [UInt8], file: String, over visitors: [Visitor], vocabulary: Set<Feature>,
        isItem: @escaping (String) -> Bool, _ faults: inout FaultList
    ) {
        known = Dictionary(visitors.map { ($0.id, $0) }) { first, _ in first }
        self.vocabulary = vocabulary
        self.isItem = isItem
        guard let root = JSONNode(bytes, file: file, &faults) else { return }
        let members = root.members("the file", known: ["visitors", "staff"], &faults)
        if let nodes = members["staff"]?.elements("staff", &faults) {
            staff = Set(nodes.compactMap { beacon($0, &faults) })
        }
        if members["visitors"] == nil { faults.add("visitors, an array, is missing; add it", at: root.place) }
        for node in members["visitors"]?.elements("visitors", &faults) ?? [] {
            self.visitors.append(visitor(node, &faults))
        }
        checkOwners(visitors, root, &faults)
    }

    /// Nobody takes a beacon from someone whom the file does not name.
    private func checkOwners(_ others: [Visitor], _ root: JSONNode, _ faults: inout FaultList) {
        for other in others where !ids.contains(other.id) {
            for beacon in other.beacons where beacons.contains(beacon) {
                faults.add("beacon \(beacon) is that of visitor \(other.id), who is not named here", at: root.place)
            }
        }
    }

    private mutating func visitor(_ node: JSONNode, _ faults: inout FaultList) -> Visitor {
        let keys = ["id", "beacons", "consents", "locale", "age_check", "likes", "dislikes", "ratings", "channels"]
        let members = node.members("a visitor", known: keys, &faults)
        let id = id(members["id"] ?? node, &faults)
        var visitor = known[id] ?? Visitor(id: id)
        if let nodes = members["beacons"]?.elements("beacons", &faults) {
            visitor.beacons = nodes.compactMap { beacon($0, &faults) }
        } else {
            for beacon in visitor.beacons where !beacons.insert(beacon).inserted {
                faults.add("beacon \(beacon) is that of visitor \(id) already; it can be of one only", at: node.place)
            }
        }
        if let node = members["consents"] {
            visitor.consents.merge(consents(node, &faults)) { $0.merged(with: $1) }
        }
        if let locale = members["locale"] { visitor.locale = text(locale, "locale", limit: 35, &faults) ?? "en" }
        if let check = members["age_check"] { visitor.ageCheck = check.value.isNull ? nil : ageCheck(check, &faults) }
        if let likes = members["likes"] { visitor.taste.likes = preferences(likes, "likes", &faults) }
        if let dislikes = members["dislikes"] { visitor.taste.dislikes = preferences(dislikes, "dislikes", &faults) }
        if let ratings = members["ratings"] { visitor.taste.ratings = self.ratings(ratings, &faults) }
        if let channels = members["channels"] { visitor.channels = self.channels(channels, &faults) }
        return visitor
    }

    /// Empty where it is at fault.
    private mutating func id(_ node: JSONNode, _ faults: inout FaultList) -> String {
        guard let id = node.value.string, Self.isVisitorID(id) else {
            faults.add("a visitor needs an id of 1 to 64 of a-z, 0-9 and '-'", at: node.place)
            return ""
        }
        if !ids.insert(id).inserted { faults.add("visitor \(id) stands twice; remove one", at: node.place) }
        return id
    }

    private static func isVisitorID(_ id: String) -> Bool {
        (1...64).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// Nobody shares a beacon.
    private mutating func beacon(_ node: JSONNode, _ faults: inout FaultList) -> BeaconIdentity? {
        guard let beacon = node.value.string.flatMap({ BeaconIdentity($0) }),
            beacon.format != .iBeacon || !beacon.uuid.isZero
        else {
            faults.add("a beacon is written ibeacon:UUID:MAJOR:MINOR, with a UUID that is not all zero", at: node.place)
            return nil
        }
        if !beacons.insert(beacon).inserted {
            faults.add("beacon \(beacon) stands twice; it can be of one only", at: node.place)
        }
        return beacon
    }

    private func consents(_ node: JSONNode, _ faults: inout FaultList) -> [Consent.Purpose: Consent] {
        let purposes = Consent.Purpose.allCases.map(\.rawValue)
        var consents: [Consent.Purpose: Consent] = [:]
        for (name, member) in node.members("consents", known: purposes, &faults) {
            guard let purpose = Consent.Purpose(rawValue: name) else { continue }
            consents[purpose] = consent(member, &faults)
        }
        return consents
    }

    private func consent(_ node: JSONNode, _ faults: inout FaultList) -> Consent? {
        let members = node.members("a consent", known: ["state", "version", "text_hash", "at", "source"], &faults)
        guard let state = members["state"]?.value.string.flatMap({ Consent.State(rawValue: $0) }) else {
            let states = Consent.State.allCases.map(\.rawValue).joined(separator: ", ")
            faults.add("a consent needs a state, one of \(states)", at: members["state"]?.place ?? node.place)
            return nil
        }
        return Consent(
            state, version: members["version"].flatMap { text($0, "version", limit: 64, &faults) },
            textHash: members["text_hash"].flatMap { text($0, "text_hash", limit: 128, &faults) },
            at: members["at"].flatMap { time($0, &faults) },
            source: members["source"].flatMap { text($0, "source", limit: 64, &faults) })
    }

    private func ageCheck(_ node: JSONNode, _ faults: inout FaultList) -> AgeCheck? {
        let members = node.members("age_check", known: ["at_least", "country", "method", "at"], &faults)
        let years = members["at_least"]?.value.int.flatMap { (1...120).contains($0) ? Int($0) : nil }
        if years == nil {
            faults.add("age_check needs at_least, the years proved", at: members["at_least"]?.place ?? node.place)
        }
        let country = members["country"].flatMap { text($0, "country", limit: 2, &faults) }
        let method = members["method"].flatMap { text($0, "method", limit: 64, &faults) }
        if country == nil || method == nil {
            faults.add("age_check needs country (two letters) and method (how it was proved)", at: node.place)
        }
        let at = members["at"].flatMap { time($0, &faults) }
        guard let years, let country, let method else { return nil }
        return AgeCheck(atLeast: years, country: country, method: method, at: at)
    }

    private func preferences(_ node: JSONNode, _ name: String, _ faults: inout FaultList) -> [Preference] {
        var preferences: [Preference] = []
        for element in node.elements(name, &faults) {
            guard let preference = element.value.string.flatMap({ Preference($0) }) else {
                faults.add(
                    "\(name) are written style:NAME, family:NAME or tag:NAME, several joined by &", at: element.place)
                continue
            }
            for feature in preference.features where !vocabulary.contains(feature) {
                faults.add("no beer can have \(feature); see styles.csv for what there is", at: element.place)
            }
            if !preferences.contains(preference) { preferences.append(preference) }
        }
        return preferences
    }

    private func ratings(_ node: JSONNode, _ faults: inout FaultList) -> [String: Double] {
        var ratings: [String: Double] = [:]
        for (item, stars) in node.members("ratings", &faults) {
            guard let value = stars.value.double, (1...5).contains(value) else {
                faults.add("a rating must be 1 to 5 stars", at: stars.place)
                continue
            }
            if !isItem(item) { faults.add("item \(quote(item)) is not in items.csv", at: stars.place) }
            ratings[item] = value
        }
        return ratings
    }

    private func channels(_ node: JSONNode, _ faults: inout FaultList) -> [Channel] {
        var channels: [Channel] = []
        for element in node.elements("channels", &faults) {
            guard let channel = element.value.string.flatMap({ Channel($0) }) else {
                faults.add(
                    "a channel is written mqtt, ntfy:TOPIC, webhook:URL or apprise:URL", at: element.place)
                continue
            }
            if channels.contains(channel) { faults.add("the channel stands twice; remove one", at: element.place) }
            channels.append(channel)
        }
        if channels.count > Self.mostChannels {
            faults.add("more than \(Self.mostChannels) channels; keep those that they read", at: node.place)
        }
        return channels
    }

    private func text(_ node: JSONNode, _ name: String, limit: Int, _ faults: inout FaultList) -> String? {
        guard let text = node.value.string, (1...limit).contains(text.unicodeScalars.count),
            text.utf8.allSatisfy({ $0 >= 0x20 })
        else {
            faults.add("\(name) must be a line of 1 to \(limit) characters", at: node.place)
            return nil
        }
        return text
    }

    private func time(_ node: JSONNode, _ faults: inout FaultList) -> Int64? {
        guard let time = node.value.string.flatMap({ Timestamp.milliseconds($0) }) else {
            faults.add("a time is written in UTC, such as 2026-11-30T00:00:00Z", at: node.place)
            return nil
        }
        return time
    }
}
