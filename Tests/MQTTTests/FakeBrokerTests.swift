import Foundation
import MQTT
import Synchronization
import TestSupport
import Testing

@Suite("A client and brokers that misbehave")
struct FakeBrokerTests {
    @Test("Acknowledgements leave only after what was received has been kept")
    func acknowledgeAfterwards() throws {
        let isKept = Mutex(false)
        /// The first packet after the message, and whether the message had been kept when it came.
        let answer = Mutex<(packet: [UInt8], afterwards: Bool)?>(nil)
        let fake = FakeBroker { wire, _ in
            wire.accept()
            // QoS 1, topic "t", number 7, no properties, payload "x".
            wire.send([0x32, 7, 0, 1, UInt8(ascii: "t"), 0, 7, 0, UInt8(ascii: "x")])
            guard let packet = wire.packet() else { return }
            let wasKept = isKept.withLock { $0 }
            answer.withLock { $0 = ([packet.type] + packet.body.prefix(2), wasKept) }
            _ = wire.packet()
        }
        defer { fake.stop() }
        let peer = Peer(.test("keeper", port: fake.port)) { _ in
            usleep(200_000)
            isKept.withLock { $0 = true }
        }
        try peer.eventually("the acknowledgement comes") { _ in answer.withLock { $0 != nil } }
        #expect(answer.withLock { $0?.packet } == [0x40, 0, 7])
        #expect(answer.withLock { $0?.afterwards } == true)
    }

    @Test("CONNECT carries what was asked for")
    func connectPacket() throws {
        let body = Mutex<[UInt8]>([])
        let fake = FakeBroker { wire, _ in
            guard let connect = wire.packet() else { return }
            body.withLock { $0 = connect.body }
            // Receive Maximum 5, Session Expiry Interval 77 s.
            wire.send([0x20, 11, 0, 0, 8, 0x21, 0, 5, 0x11, 0, 0, 0, 77])
            _ = wire.packet()
        }
        defer { fake.stop() }
        var options = MQTTOptions.test("asker", port: fake.port)
        options.cleanStart = false
        options.sessionExpiry = .seconds(1_209_600)
        options.window = 50
        options.keepAlive = .seconds(20)
        options.willDelay = .seconds(30)
        options.will = MQTTMessage(
            topic: "w", payload: [1], isRetained: true, contentType: "application/json")
        let peer = Peer(options)
        try peer.connected()
        let connect = body.withLock { $0 }
        // Level 5; flags: will retained, QoS 1, will; keepalive.
        #expect(connect.starts(with: [0, 4] + Array("MQTT".utf8) + [5, 0b0010_1100, 0, 20]))
        #expect(connect.contains([0x11, 0, 0x12, 0x75, 0]))
        #expect(connect.contains([0x21, 0, 50]))
        #expect(connect.contains([0x27, 0, 0x10, 0, 0]))
        #expect(connect.contains([0x18, 0, 0, 0, 30]))
        #expect(connect.contains([3, 0, 16] + Array("application/json".utf8)))
        #expect(peer.connections.first?.window == 5)
        #expect(peer.connections.first?.sessionExpiry == .seconds(77))
    }

    @Test(
        "A broker that does not know MQTT 5 is spoken to in 3.1.1, from then on",
        arguments: [[0x20, 3, 0, 0x84, 0], [0x20, 2, 0, 1]] as [[UInt8]])
    func refusedVersion(refusal: [UInt8]) throws {
        let fake = FakeBroker { wire, number in
            guard number > 1 else {
                _ = wire.packet()
                wire.send(refusal)
                return
            }
            guard wire.accept() == 4 else { return }
            if number == 2 { usleep(50_000) } else { _ = wire.packet() }
        }
        defer { fake.stop() }
        let peer = Peer(.test("modest", port: fake.port))
        try peer.connected(times: 2)
        #expect(peer.connections.map(\.version) == [.v311, .v311])
        #expect(fake.connections == 3)
    }

    @Test("Closes without an answer mean the same, where 3.1.1 is accepted and 5 closed once more")
    func closedTwice() throws {
        let fake = FakeBroker { wire, _ in
            guard let connect = wire.packet(), connect.body.count > 6, connect.body[6] == 4 else { return }
            wire.send([0x20, 2, 0, 0])
            _ = wire.packet()
        }
        defer { fake.stop() }
        let peer = Peer(.test("modest", port: fake.port))
        try peer.connected()
        #expect(peer.faults == Array(repeating: .closedUnanswered, count: 4))
        #expect(peer.connections.map(\.version) == [.v311])
    }

    @Test("A broker that is busy or shuts down says so, and is tried again")
    func saysNo() throws {
        let fake = FakeBroker { wire, number in
            if number == 1 {
                _ = wire.packet()
                return wire.send([0x20, 3, 0, 0x89, 0])
            }
            wire.accept()
            if number == 2 { wire.send([0xE0, 2, 0x8B, 0]) }
            if number == 3 { wire.send([0xE0, 2, 0x8E, 0]) }
            _ = wire.packet()
        }
        defer { fake.stop() }
        let peer = Peer(.test("steady", port: fake.port))
        try peer.connected(times: 3)
        #expect(
            peer.faults == [
                .refused(code: 0x89, "Server busy"), .ended(code: 0x8B, "Server shutting down"), .takenOver,
            ])
    }

    @Test("Garbage ends the connection and nothing else")
    func garbage() throws {
        let fake = FakeBroker { wire, number in
            var random = SystemRandomNumberGenerator()
            switch number {
            case 1: wire.send([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
            case 2: wire.send(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
            case 3: wire.send([0x20, 0])
            case 4:
                wire.accept()
                // A message with a property that there is not: in Debian 12 an assertion of the library fails.
                wire.send([0x30, 5, 0, 1, UInt8(ascii: "t"), 1, 0x7F])
            case 5...20:
                wire.accept()
                wire.send((0..<64).map { _ in .random(in: 0...255, using: &random) })
            default: wire.accept()
            }
            _ = wire.packet(within: .milliseconds(20))
        }
        defer { fake.stop() }
        let peer = Peer(.test("tough", port: fake.port))
        try peer.eventually("outlives it") { _ in fake.connections > 21 }
    }

    @Test("Who does not answer within ten seconds is given up")
    func noAnswer() throws {
        let fake = FakeBroker { wire, _ in
            _ = wire.packet()
            _ = wire.packet()
        }
        defer { fake.stop() }
        let peer = Peer(.test("waiter", port: fake.port))
        let began = Date.now
        try peer.eventually("gives up", within: 15) { !$0.faults.isEmpty }
        #expect(peer.faults == [.unanswered])
        #expect((9.9...11).contains(Date.now.timeIntervalSince(began)))
    }

    @Test("Who answers pings and acknowledges nothing is given up after twice the keepalive")
    func blackHole() throws {
        let fake = FakeBroker { wire, _ in
            wire.accept()
            while wire.serveUntilMessage() {}
        }
        defer { fake.stop() }
        var options = MQTTOptions.test("swallowed", port: fake.port)
        options.keepAlive = .seconds(1)
        let peer = Peer(options)
        try peer.connected()
        #expect(peer.publish(MQTTMessage("a", "b")))
        try peer.eventually("gives up") { !$0.faults.isEmpty }
        #expect(peer.faults.first == .unacknowledged)
    }

    @Test("A subscription that is refused is asked for again")
    func refusedSubscription() throws {
        let asked = Mutex(0)
        let fake = FakeBroker { wire, _ in
            wire.accept()
            while let (type, body) = wire.packet(), type == 0x82 {
                let count = asked.withLock {
                    $0 += 1
                    return $0
                }
                wire.send([0x90, 4, body[0], body[1], 0, count < 3 ? 0x87 : 1])
            }
        }
        defer { fake.stop() }
        var options = MQTTOptions.test("insistent", port: fake.port)
        options.keepAlive = .seconds(1)
        options.subscriptions = [.init("t")]
        let peer = Peer(options)
        try peer.eventually("has asked three times") { _ in asked.withLock { $0 == 3 } }
        usleep(1_500_000)
        #expect(asked.withLock { $0 } == 3)
        let refusals = peer.events.count { if case .subscriptionRefused("t", _) = $0 { true } else { false } }
        #expect(refusals == 2)
    }

    @Test("A connection that holds is told after three seconds, one that does not never")
    func steady() throws {
        let fake = FakeBroker { wire, number in
            wire.accept()
            if number > 1 { _ = wire.packet() }
        }
        defer { fake.stop() }
        let peer = Peer(.test("steady", port: fake.port))
        let isSteady = { (event: MQTTEvent) in if case .steady = event { true } else { false } }
        try peer.connected(times: 2)
        #expect(!peer.events.contains(where: isSteady))
        try peer.eventually("is steady") { $0.events.contains(where: isSteady) }
    }
}
