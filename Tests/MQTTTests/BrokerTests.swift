import Foundation
import MQTT
import Testing

@Suite("A client and a real broker")
struct BrokerTests {
    @Test("Messages of both qualities go round, in order, with what MQTT 5 adds")
    func roundTrip() throws {
        let broker = try Broker()
        try broker.start()
        var options = MQTTOptions.test("round", port: broker.port)
        options.subscriptions = [.init("t/#")]
        let peer = Peer(options)
        try peer.connected()
        #expect(peer.connections.first?.version == .v5)
        var message = MQTTMessage("t/1", "{}")
        message.contentType = "application/json"
        message.expiry = 60
        #expect(peer.publish(message, token: 1))
        #expect(peer.publish(MQTTMessage("t/0", "a", qos: 0), token: 2))
        try peer.eventually("both come") { $0.messages.count == 2 }
        #expect(
            peer.messages == [
                ReceivedMessage(topic: "t/1", payload: Array("{}".utf8)),
                ReceivedMessage(topic: "t/0", payload: [UInt8(ascii: "a")], qos: 0),
            ])
        try peer.eventually("both are acknowledged") { $0.acknowledged == [1: nil, 2: nil] }
    }
}
