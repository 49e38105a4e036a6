import Foundation
import Glibc
import MQTT
import Synchronization
import Testing

/// A client under test, with what it was told.
final class Peer: Sendable {
    private struct Seen {
        var events: [MQTTEvent] = []
        var messages: [ReceivedMessage] = []
    }

    /// Broadcast at each thing seen.
    private let seen = Mutex(Seen())
    private let options: MQTTOptions
    private let client = Mutex<MQTTClient?>(nil)

    init(_ options: MQTTOptions, receive: @escaping @Sendable ([ReceivedMessage]) throws -> Void = { _ in }) {
        self.options = options
        let made = MQTTClient(
            options,
            receive: { [weak self] batch in
                try receive(batch)
                self?.seen.withLock { $0.messages += batch }
            }, event: { [weak self] event in self?.seen.withLock { $0.events.append(event) } })
        client.withLock { $0 = made }
        made.start()
    }

    deinit { stop() }

    func stop(farewell: MQTTMessage? = nil) {
        client.withLock { client in
            client?.stop(farewell: farewell)
            client = nil
        }
    }

    func publish(_ message: MQTTMessage, token: UInt64 = 0) -> Bool {
        client.withLock { $0?.publish(message, token: token) ?? false }
    }

    func together(_ body: () throws -> Void) throws {
        guard let client = client.withLock(\.self) else { return try body() }
        try client.together(body)
    }

    var messages: [ReceivedMessage] { seen.withLock(\.messages) }
    var events: [MQTTEvent] { seen.withLock(\.events) }
    var faults: [MQTTFault] {
        events.compactMap { if case .disconnected(_, let fault, _) = $0 { fault } else { nil } }
    }
    var connections: [MQTTConnection] {
        events.compactMap { if case .connected(let connection) = $0 { connection } else { nil } }
    }
    var acknowledged: [UInt64: MQTTReason?] {
        events.reduce(into: [:]) { if case .acknowledged(let token, let refusal) = $1 { $0[token] = .some(refusal) } }
    }

    /// Waits for real input and output, not for logic; fails after ten seconds.
    func eventually(
        _ what: Comment, within seconds: Double = 10, location: SourceLocation = #_sourceLocation,
        _ condition: (Peer) -> Bool
    ) throws {
        let deadline = Date.now.addingTimeInterval(seconds)
        while !condition(self) {
            try #require(Date.now < deadline, "\(what); events: \(events)", sourceLocation: location)
            usleep(2000)
        }
    }

    func connected(times: Int = 1, location: SourceLocation = #_sourceLocation) throws {
        try eventually("connects", location: location) { $0.connections.count >= times }
    }
}

extension MQTTOptions {
    /// For tests: short waits.
    static func test(_ id: String, port: UInt16, tls: Bool = false, host: String = "127.0.0.1") -> MQTTOptions {
        var options = MQTTOptions(brokers: [BrokerURL(host: host, port: port, usesTLS: tls)], clientID: id)
        options.backOff = BackOff(first: .milliseconds(50), longest: .milliseconds(200))
        return options
    }
}

extension MQTTMessage {
    init(_ topic: String, _ text: String, qos: UInt8 = 1, isRetained: Bool = false) {
        self.init(topic: topic, payload: Array(text.utf8), qos: qos, isRetained: isRetained)
    }
}
