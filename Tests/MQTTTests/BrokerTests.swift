import Foundation
import MQTT
import Synchronization
import TestSupport
import Testing

@Suite("A client and a real broker")
struct BrokerTests {
    @Test("Messages of both qualities go round, in order, and are acknowledged")
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

    @Test("A question says where its answer is wanted, and what it is to give back; of MQTT 5 all of it, any bytes")
    func responseTopic() throws {
        let broker = try Broker()
        try broker.start()
        var options = MQTTOptions.test("asked", port: broker.port)
        options.subscriptions = [.init("q")]
        let peer = Peer(options)
        try peer.connected()
        let correlation: [UInt8] = [0, 1, 0xFF, 0]
        #expect(
            peer.publish(
                MQTTMessage(topic: "q", payload: [1], responseTopic: "a/me", correlation: correlation), token: 1))
        #expect(peer.publish(MQTTMessage(topic: "q", payload: [2], correlation: correlation), token: 2))
        #expect(peer.publish(MQTTMessage(topic: "q", payload: [3]), token: 3))
        try peer.eventually("all come") { $0.messages.count == 3 }
        #expect(
            peer.messages == [
                ReceivedMessage(topic: "q", payload: [1], responseTopic: "a/me", correlation: correlation),
                ReceivedMessage(topic: "q", payload: [2], correlation: correlation),
                ReceivedMessage(topic: "q", payload: [3]),
            ])
    }

    @Test("What is retained comes to a later subscriber, marked as such")
    func retained() throws {
        let broker = try Broker()
        try broker.start()
        let first = Peer(.test("first", port: broker.port))
        try first.connected()
        #expect(first.publish(MQTTMessage("state", "on", isRetained: true)))
        try first.eventually("acknowledged") { $0.acknowledged.count == 1 }
        var options = MQTTOptions.test("second", port: broker.port)
        options.subscriptions = [.init("state")]
        let second = Peer(options)
        try second.eventually("comes") { $0.messages.count == 1 }
        #expect(second.messages.first?.isRetained == true)
    }

    @Test("Ten thousand messages: none lost, none twice, in order")
    func many() throws {
        let broker = try Broker(settings: "allow_anonymous true\nmax_inflight_messages 200\nmax_queued_messages 0")
        try broker.start()
        var options = MQTTOptions.test("receiver", port: broker.port)
        options.subscriptions = [.init("n/#")]
        let receiver = Peer(options)
        let sender = Peer(.test("sender", port: broker.port))
        try receiver.connected()
        try sender.connected()
        let count = 10_000
        let began = Date.now
        let padding = String(repeating: "x", count: 190)
        for number in 0..<count {
            while !sender.publish(MQTTMessage("n/\(number % 20)", "\(number) \(padding)"), token: UInt64(number)) {
                usleep(200)
            }
        }
        try receiver.eventually("all come", within: 20) { $0.messages.count >= count }
        try sender.eventually("all acknowledged") { $0.acknowledged.count == count }
        print("MQTT: \(Int(Double(count) / Date.now.timeIntervalSince(began))) messages/s through a broker, QoS 1")
        let numbers = receiver.messages.compactMap {
            Int(String(decoding: $0.payload.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
        }
        #expect(numbers == Array(0..<count))
        #expect(sender.acknowledged.values.allSatisfy { $0 == nil })
    }

    @Test("Whoever is slow gets what came meanwhile in one batch, however much came before")
    func batches() throws {
        let broker = try Broker(settings: "allow_anonymous true\nmax_queued_messages 0")
        try broker.start()
        var options = MQTTOptions.test("receiver", port: broker.port)
        options.subscriptions = [.init("n")]
        let sizes = Mutex<[Int]>([])
        let receiver = Peer(options) { batch in
            sizes.withLock { $0.append(batch.count) }
            usleep(2000)
        }
        let sender = Peer(.test("sender", port: broker.port))
        try receiver.connected()
        try sender.connected()
        let count = 2000
        for _ in 0..<count { while !sender.publish(MQTTMessage("n", "x")) { usleep(200) } }
        try receiver.eventually("all come") { $0.messages.count >= count }
        #expect(sizes.withLock { $0.suffix($0.count / 2).max() ?? 0 } >= 10)
    }

    @Test("What is published together arrives, also where the publisher gives up on the way")
    func together() throws {
        struct GivenUp: Error {}
        let broker = try Broker()
        try broker.start()
        let peer = Peer(.test("sender", port: broker.port))
        try peer.connected()
        #expect(throws: GivenUp.self) {
            try peer.together {
                for token in 1...50 { #expect(peer.publish(MQTTMessage("n", "x"), token: UInt64(token))) }
                throw GivenUp()
            }
        }
        try peer.eventually("the broker has them") { $0.acknowledged.count == 50 }
    }

    @Test("Nothing is taken before there is a connection, nor after it")
    func notConnected() throws {
        let broker = try Broker()
        let peer = Peer(.test("early", port: broker.port))
        #expect(!peer.publish(MQTTMessage("a", "b")))
        try broker.start()
        try peer.connected()
        #expect(peer.publish(MQTTMessage("a", "b")))
        broker.kill()
        try peer.eventually("is lost") { $0.faults.contains { if case .lost = $0 { true } else { false } } }
        #expect(!peer.publish(MQTTMessage("a", "b")))
    }

    @Test("Without a broker each attempt is told once; when the broker comes, the client is there")
    func noBroker() throws {
        let broker = try Broker()
        let peer = Peer(.test("patient", port: broker.port))
        try peer.eventually("three attempts") { $0.faults.count >= 3 }
        for fault in peer.faults {
            guard case .unreachable(let text) = fault else {
                Issue.record("\(fault)")
                continue
            }
            #expect(text.contains("refused") && text.contains("\(broker.port)"))
        }
        try broker.start()
        try peer.connected()
    }

    @Test("A broker that was killed and comes back finds its subscriber again")
    func restart() throws {
        let broker = try Broker()
        try broker.start()
        var options = MQTTOptions.test("loyal", port: broker.port)
        options.subscriptions = [.init("t")]
        let peer = Peer(options)
        try peer.connected()
        broker.kill()
        try peer.eventually("is lost") { !$0.faults.isEmpty }
        try broker.start()
        try peer.connected(times: 2)
        try peer.eventually("the subscription is there") { peer in
            _ = peer.publish(MQTTMessage("t", "again"))
            return !peer.messages.isEmpty
        }
    }

    @Test("The next broker of the list is tried when one is not there")
    func list() throws {
        let broker = try Broker()
        try broker.start()
        var options = MQTTOptions.test("list", port: FreePort.next())
        options.brokers.append(BrokerURL(host: "127.0.0.1", port: broker.port, usesTLS: false))
        let peer = Peer(options)
        try peer.connected()
        #expect(peer.connections.first?.broker.port == broker.port)
        #expect(peer.faults.count == 1)
    }

    @Test("A wrong password is said; the right one is read at the next attempt")
    func password() throws {
        let broker = try Broker(settings: "allow_anonymous false\npassword_file {folder}/passwords")
        let tool = Process()
        tool.executableURL = URL(filePath: "/usr/bin/mosquitto_passwd")
        tool.arguments = ["-b", "-c", broker.folder.appending(path: "passwords").path, "shop", "right"]
        try tool.run()
        tool.waitUntilExit()
        try broker.start()
        var options = MQTTOptions.test("secret", port: broker.port)
        let attempts = Mutex(0)
        options.credentials = {
            let attempt = attempts.withLock {
                $0 += 1
                return $0
            }
            if attempt == 1 { throw Unreadable() }
            return .init(username: "shop", password: attempt == 2 ? "wrong" : "right")
        }
        let peer = Peer(options)
        try peer.connected()
        #expect(
            peer.faults.map(\.description) == [
                "credentials: no file", "the broker refused the connection: Not authorized",
            ])
        #expect(peer.connections.first?.version == .v5)
    }

    private struct Unreadable: Error, CustomStringConvertible {
        let description = "no file"
    }

    @Test("What the broker's rules forbid comes back with the reason")
    func forbidden() throws {
        let broker = try Broker(
            settings: "allow_anonymous true\nacl_file {folder}/acl\nmessage_size_limit 100",
            files: ["acl": "topic readwrite ours/#\n"])
        try broker.start()
        var options = MQTTOptions.test("curious", port: broker.port)
        options.subscriptions = [.init("ours/#")]
        let peer = Peer(options)
        try peer.connected()
        #expect(peer.publish(MQTTMessage("theirs", "x"), token: 1))
        #expect(peer.publish(MQTTMessage("ours/a", "x"), token: 2))
        #expect(peer.publish(MQTTMessage("ours/#", "x"), token: 3))
        #expect(peer.publish(MQTTMessage("ours/a", String(repeating: "x", count: 200)), token: 4))
        try peer.eventually("all four are answered") { $0.acknowledged.count == 4 }
        let codes = peer.acknowledged.mapValues { $0?.code }
        #expect(codes == [1: 0x87, 2: nil, 3: 0x90, 4: 0x95])
        #expect(peer.faults.isEmpty)
    }
}
