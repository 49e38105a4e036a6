import ConsumerStore
import MQTT
import Messages

/// Asks gateways to forget the beacons of who was erased, until they say that they have.
enum ForgetRequest {
    /// `nil`: the store has no name of a gateway there.
    static func message(_ forget: Forget, by client: String, _ topics: Topics) -> MQTTMessage? {
        guard let gateway = GatewayID(forget.gateway) else { return nil }
        let request = Request(id: "\(client):\(forget.id)", .forget(.subject(Subject(forget.beacon).text)))
        let topic = Topic.request(gateway)
        return MQTTMessage(
            topic: topics.text(topic), payload: request.rendered(), qos: topic.qos, contentType: topic.contentType)
    }

    /// Which one it is that a gateway has done; `nil`: it says no, or answers something else.
    static func id(answeredBy response: Response) -> String? {
        guard case .success = response.outcome, let id = response.id?.split(separator: ":", maxSplits: 1).last else {
            return nil
        }
        return String(id)
    }

    /// When each is asked, and asked again.
    struct Pace {
        /// Milliseconds between two looks, and between asking one gateway twice: it may be away.
        private static let look: Int64 = 1000
        private static let again: Int64 = 30_000

        private var nextLook: Int64 = 0
        private var askedAt: [String: Int64] = [:]

        /// Whether something was asked that was not answered at the last look.
        var isAsking: Bool { !askedAt.isEmpty }

        func isDue(at now: Int64) -> Bool { now >= nextLook || nextLook > now + Self.look }

        mutating func next(of open: [Forget], at now: Int64) -> [Forget] {
            nextLook = now + Self.look
            let ids = Set(open.map(\.id))
            let due = open.filter { forget in askedAt[forget.id].map { abs(now - $0) >= Self.again } ?? true }
            askedAt = askedAt.filter { ids.contains($0.key) }
            for forget in due { askedAt[forget.id] = now }
            return due
        }
    }
}
