import Foundation
import MQTT
import Synchronization
import TestSupport
import Testing

@Suite("Leaving, falling silent, coming back")
struct SessionTests {
    private struct Full: Error {}

    /// A client that drops its connection without a word when it hears on `kill/ID`, and stays away for long.
    private func mortal(_ id: String, port: UInt16, away: Duration = .seconds(3600)) -> Peer {
        var options = MQTTOptions.test(id, port: port)
        options.subscriptions = [.init("kill/\(id)")]
        options.will = MQTTMessage("will/\(id)", "lost")
        options.willDelay = .seconds(1)
        options.sessionExpiry = .seconds(60)
        options.backOff = BackOff(first: away, longest: away)
        return Peer(options) { _ in throw Full() }
    }

    @Test("Who falls silent is declared lost by the broker, after the delay and not before")
    func will() throws {
        let broker = try Broker()
        try broker.start()
        var options = MQTTOptions.test("watcher", port: broker.port)
        options.subscriptions = [.init("will/#")]
        let watcher = Peer(options)
        try watcher.connected()
        let peer = mortal("dead", port: broker.port)
        try peer.eventually("the subscription is there, and the connection is dropped") { peer in
            _ = watcher.publish(MQTTMessage("kill/dead", "now"))
            return peer.faults == [.notKept("Full()")]
        }
        let died = Date.now
        try watcher.eventually("the will comes") { !$0.messages.isEmpty }
        #expect(Date.now.timeIntervalSince(died) > 0.9)
        #expect(watcher.messages.map(\.topic) == ["will/dead"])
    }

    @Test("A blink is not a loss, and a clean leave says farewell instead of the will")
    func noWill() throws {
        let broker = try Broker()
        try broker.start()
        var options = MQTTOptions.test("watcher", port: broker.port)
        options.subscriptions = [.init("will/#"), .init("farewell")]
        let watcher = Peer(options)
        try watcher.connected()
        let blinking = mortal("blink", port: broker.port, away: .milliseconds(1))
        try blinking.connected()
        try blinking.eventually("blinks") { peer in
            _ = watcher.publish(MQTTMessage("kill/blink", "now"))
            return peer.connections.count > 1
        }
        let leaving = mortal("leave", port: broker.port)
        try leaving.connected()
        for number in 0..<200 { #expect(leaving.publish(MQTTMessage("farewell", "\(number)"))) }
        leaving.stop(farewell: MQTTMessage("farewell", "offline"))
        try watcher.eventually("all that waited and the farewell come") { $0.messages.count == 201 }
        #expect(watcher.messages.last?.payload == Array("offline".utf8))
        usleep(2_500_000)
        #expect(watcher.messages.allSatisfy { $0.topic == "farewell" })
    }

    @Test("What could not be kept is not acknowledged, and comes again")
    func redelivery() throws {
        let broker = try Broker()
        try broker.start()
        var options = MQTTOptions.test("durable", port: broker.port)
        options.subscriptions = [.init("t")]
        options.cleanStart = false
        options.sessionExpiry = .seconds(60)
        let attempts = Mutex(0)
        let peer = Peer(options) { _ in
            let attempt = attempts.withLock {
                $0 += 1
                return $0
            }
            if attempt <= 2 { throw Full() }
        }
        try peer.connected()
        #expect(peer.connections.first?.isSessionPresent == false)
        let sender = Peer(.test("sender", port: broker.port))
        try sender.connected()
        #expect(sender.publish(MQTTMessage("t", "precious")))
        try peer.eventually("comes at the third time") { !$0.messages.isEmpty }
        #expect(peer.messages.map(\.payload) == [Array("precious".utf8)])
        #expect(peer.faults.count == 2)
        #expect(!peer.connections.dropFirst().contains { !$0.isSessionPresent })
    }

    @Test("What came while a durable client was away is there when it comes back")
    func durable() throws {
        let broker = try Broker()
        try broker.start()
        var options = MQTTOptions.test("durable", port: broker.port)
        options.subscriptions = [.init("t")]
        options.cleanStart = false
        options.sessionExpiry = .seconds(60)
        let before = Peer(options)
        try before.eventually("the subscription is there") { peer in
            _ = peer.publish(MQTTMessage("t", "x"))
            return !peer.messages.isEmpty
        }
        before.stop()
        let sender = Peer(.test("sender", port: broker.port))
        try sender.connected()
        for number in 0..<150 { #expect(sender.publish(MQTTMessage("t", "\(number)"))) }
        try sender.eventually("all are with the broker") { $0.acknowledged.count == 1 && $0.events.count == 151 }
        let after = Peer(options)
        try after.eventually("all come") { $0.messages.count >= 150 }
        #expect(after.messages.suffix(150).map(\.payload) == (0..<150).map { Array("\($0)".utf8) })
    }

    @Test("Two clients of one id take the session from each other, and are told after the third time")
    func takeOver() throws {
        let broker = try Broker()
        try broker.start()
        let first = Peer(.test("twin", port: broker.port))
        let second = Peer(.test("twin", port: broker.port))
        try first.eventually("is told") {
            $0.events.contains { if case .takenOver(let times) = $0 { times == 4 } else { false } }
        }
        second.stop()
    }

    @Test("Stopping takes no more than a second and a half, though the broker hangs")
    func frozen() throws {
        let broker = try Broker()
        try broker.start()
        let peer = Peer(.test("hurried", port: broker.port))
        try peer.connected()
        broker.freeze()
        defer { broker.thaw() }
        let clock = ContinuousClock()
        #expect(clock.measure { peer.stop(farewell: MQTTMessage("a", "b")) } < .milliseconds(1600))
        let unanswered = Peer(.test("ignored", port: broker.port))
        #expect(clock.measure { unanswered.stop() } < .milliseconds(500))
    }

    @Test("Stopping a client that waits for its next attempt is immediate")
    func waiting() throws {
        var options = MQTTOptions.test("waiting", port: FreePort.next())
        options.backOff = BackOff(first: .seconds(3600), longest: .seconds(3600))
        let peer = Peer(options)
        try peer.eventually("fails") { !$0.faults.isEmpty }
        #expect(ContinuousClock().measure { peer.stop() } < .milliseconds(500))
        MQTTClient(options) { _ in }.stop()
    }
}
