import Beacons
import Foundation
import MQTT
import Messages
import Presence
import TestSupport

/// The real consumer with the demo shop's directory, and a gateway played by the test: who comes when it says so.
final class LiveShop {
    let workspace: Workspace
    let port: UInt16
    private(set) var consumer: ChildProcess?
    private let topics = Topics()
    private let client: MQTTClient
    private let gateway = GatewayID(site: "demo-shop", gateway: "demo-gateway")
    private let epoch = String(UInt32.random(in: 0...UInt32.max), radix: 36)
    private var seq: UInt64 = 0
    /// Who has come: their visit at the gateway.
    private var visits: [BeaconIdentity: (id: String, since: Int64)] = [:]

    /// The tag of the lover of stout.
    static let lover = beacon(major: 1, minor: 2)

    static func beacon(major: UInt16, minor: UInt16) -> BeaconIdentity {
        .iBeacon(uuid: BeaconUUID(0x41c0_8dfd_b719_4ccb_9d3b_5aa7_c386_0f89), major: major, minor: minor)
    }

    /// - Parameters:
    ///   - publicURL: as the world knows the pages.
    ///   - more: of the consumer's configuration, a line.
    init(
        publicURL: String = "none", rules: String = "dwell: 1s", in engine: StoreEngine = .sqlite,
        more: (Workspace) throws -> String = { _ in "" }
    ) async throws {
        workspace = try await Workspace()
        port = try Workspace.freePort()
        let demo = Workspace.checkout.appendingPathComponent("deploy/demo/config.yaml").path
        let path = try workspace.write(
            "config.yaml",
            """
            include: \(demo)
            broker: {urls: ['mqtt://127.0.0.1:\(workspace.port)']}
            consumer:
              store: '\(try engine.newDatabase() ?? "sqlite:auto")'
              http: {listen: '127.0.0.1:\(port)', public_url: \(publicURL)}
              rules: {\(rules)}
              \(more(workspace))

            """)
        // It may hold secrets.
        chmod(path, 0o600)
        let options = MQTTOptions(
            brokers: [BrokerURL(host: "127.0.0.1", port: workspace.port, usesTLS: false)], clientID: "played")
        client = MQTTClient(options, event: { _ in })
        try await start()
        client.start()
        let status = Status(at: Self.now, state: .online, boot: "b", since: Self.now, version: "1")
        try await eventually("the gateway connects") { [self] in isSent(.status(gateway), status.rendered()) }
    }

    deinit { client.stop() }

    var url: String { "http://127.0.0.1:\(port)" }

    /// - Parameter environment: in which it may die before it listens, where there is one.
    func start(_ environment: [String: String] = [:]) async throws {
        consumer = nil
        let consumer = try workspace.start(
            "beckon-consumer",
            ["--config", workspace.file("config.yaml").path, "--state", workspace.file("state").path],
            environment: environment)
        self.consumer = consumer
        try await eventually("it listens: \(consumer.text)") {
            consumer.text.contains("http: listening") && consumer.text.contains("mqtt: connected")
                || !environment.isEmpty && !consumer.isRunning
        }
    }

    func stop() { consumer = nil }

    func token(_ scope: String) async throws -> String {
        let process = try workspace.start(
            "beckon",
            [
                "token", "create", "--scope", scope, "--config", workspace.file("config.yaml").path, "--state",
                workspace.file("state").path,
            ])
        guard try await process.exitCode() == 0 else { throw HarnessError("beckon token: \(process.text)") }
        return process.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    // MARK: - What the gateway says

    /// They come to the shelf.
    func enter(_ beacon: BeaconIdentity, level: Double = -60) throws {
        try tell(.enter(reason: "arrived"), beacon, level)
    }

    /// They hold their tag to the reader at the shelf.
    func tap(_ beacon: BeaconIdentity) throws { try tell(.tap(hold: 300), beacon, -25) }

    private func tell(_ kind: GatewayEvent.Kind, _ beacon: BeaconIdentity, _ level: Double) throws {
        seq += 1
        let time = Self.now
        if case .enter = kind { visits[beacon] = ("v\(seq)", time) }
        let event = GatewayEvent(
            id: EventID(gateway: gateway, epoch: epoch, seq: seq), kind: kind, region: "shelf", beacon: beacon,
            visit: "v\(seq)", number: 1, reading: reading(level), sightings: 2, time: time, firstSeen: time,
            lastSeen: time, clockSynced: true, replayed: false, simulated: false)
        try send(event.topic, event.rendered())
    }

    /// Who has come goes.
    func leaves(_ beacon: BeaconIdentity) throws {
        guard let visit = visits.removeValue(forKey: beacon) else { return }
        seq += 1
        let time = Self.now
        let event = GatewayEvent(
            id: EventID(gateway: gateway, epoch: epoch, seq: seq),
            kind: .exit(reason: "timeout", dwell: time - visit.since), region: "shelf", beacon: beacon,
            visit: visit.id, number: 2, reading: reading(-60), sightings: 9, time: time, firstSeen: visit.since,
            lastSeen: time, clockSynced: true, replayed: false, simulated: false)
        try send(event.topic, event.rendered())
    }

    /// Who has come is there still.
    func stays(_ beacon: BeaconIdentity) throws {
        guard let visit = visits[beacon] else { return }
        let presence = GatewayPresence(
            at: Self.now, state: .present, visit: visit.id, since: visit.since, lastSeen: Self.now, level: -60,
            distance: 1, proximity: .near, exitAfter: 30_000, interval: nil, reason: nil)
        try send(.presence(gateway, region: "shelf", Subject(beacon)), presence.rendered())
    }

    /// How strongly the shelf hears them.
    func range(_ beacon: BeaconIdentity, level: Double) throws {
        let entry = RegionRanging.Entry(beacon: beacon, level: level, distance: 1, proximity: .near)
        let ranging = RegionRanging(at: Self.now, region: "shelf", beacons: [entry])
        try send(.ranging(gateway, region: "shelf"), ranging.rendered())
    }

    /// How the gateway is.
    func tell(_ state: Status.State, reason: String? = nil) throws {
        let status = Status(at: Self.now, state: state, reason: reason, boot: "b", since: Self.now, version: "1")
        try send(.status(gateway), status.rendered())
    }

    private func reading(_ level: Double) -> Reading {
        Reading(level: level, measuredPower: -59, distance: 1, proximity: .near)
    }

    private func send(_ topic: Topic, _ payload: [UInt8]) throws {
        // A queue that is full empties at once.
        for _ in 0..<2000 {
            if isSent(topic, payload) { return }
            usleep(1000)
        }
        throw HarnessError("the gateway is not connected")
    }

    private func isSent(_ topic: Topic, _ payload: [UInt8]) -> Bool {
        client.publish(
            MQTTMessage(topic: topics.text(topic), payload: payload, qos: topic.qos, isRetained: topic.isRetained),
            token: 1)
    }

    private static var now: Int64 { Int64(Date.now.timeIntervalSince1970 * 1000) }
}
