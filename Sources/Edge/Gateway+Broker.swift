import MQTT
import Messages
import Outbox
import Presence
import SQLite

/// What the broker has to say.
extension Gateway {
    mutating func handle(_ word: GatewayLink.Word, at clock: ClockReading) {
        switch word {
        case .probe(let nonce): publisher.probeReturned(nonce)
        case .inquiry(let inquiry): answer(inquiry, at: clock)
        case .homeAssistantStarted: homeAssistantStarted()
        case .homeAssistantKnows(let payload): homeAssistantKnows(payload)
        case .message(.status(identity.gateway), let payload, _):
            guard let status = try? Status(parsing: payload) else { return }
            // Our own will, said of a connection before this one.
            if status.state == .lost, status.boot == identity.boot { publisher.append(beginStatus()) }
        case .message(.deny(identity.gateway.site), let payload, _): take(denyList: payload, at: clock)
        case .message(let topic, let payload, let isRetained):
            publisher.received(topic, payload, isRetained: isRetained, at: clock)
        }
    }

    mutating func handle(_ event: MQTTEvent, at clock: ClockReading) throws(SQLiteError) {
        switch event {
        case .connected(let connection):
            let status = beginStatus()
            publisher.connected(
                answersForWrites: connection.version == .v5, status: status, engine: pipeline.engine, at: clock)
            tellHomeAssistant()
        case .disconnected: publisher.disconnected()
        case .acknowledged(let token, let refusal):
            try publisher.answered(
                token, refusal: refusal.map { ($0.description, $0.isMessageFault) }, topics: topics, at: clock)
        case .steady, .subscriptionRefused, .takenOver: break
        }
    }
}
