import Foundation
import JSON
import TestSupport
import Testing

/// The whole gateway before a broker that knows MQTT 3.1.1 alone, and acknowledges what it denies: a real mosquitto
/// behind a peer that refuses version 5.
@Suite struct OldBrokerTests {
    private func start(_ workspace: Workspace, at port: UInt16) throws -> ChildProcess {
        let configuration = try workspace.write(
            "config.yaml",
            """
            site: demo-shop
            broker: {urls: ["mqtt://127.0.0.1:\(port)"]}
            ranging: off
            outbox: {confirm: broker}
            regions:
              - {name: shop, role: store, ibeacon: {uuid: 41c08dfd-b719-4ccb-9d3b-5aa7c3860f89}}
            """)
        return try workspace.start(
            "beckon-gateway",
            [
                "--config", configuration, "--source", "simulated", "--gateway-id", "box", "--state",
                workspace.file("state").path,
            ])
    }

    private func old(_ workspace: Workspace) -> FakeBroker {
        FakeBroker { [port = workspace.port] wire, _ in
            guard let connect = wire.packet(), connect.body.count > 6, connect.body.count < 0x4000 else { return }
            guard connect.body[6] == 4 else { return wire.send([0x20, 3, 0, 0x84, 0]) }
            let length = connect.body.count
            let size = length < 0x80 ? [UInt8(length)] : [UInt8(length & 0x7F | 0x80), UInt8(length >> 7)]
            wire.forward([connect.type] + size + connect.body, to: port)
        }
    }

    @Test func whereWeMayWriteAProbeComesBackAndEventsFollow() async throws {
        let workspace = try await Workspace()
        let old = old(workspace)
        defer { old.stop() }
        let subscriber = try await workspace.subscribe("beckon/v1/#")
        let gateway = try start(workspace, at: old.port)
        try await subscriber.first(on: "/event/enter/shop/")
        #expect(gateway.text.contains("version=3.1.1"))
        let topics = subscriber.messages(on: "/event/").map { $0.topic.split(separator: "/")[5] }
        #expect(topics.starts(with: ["_probe", "enter"]))
        #expect(subscriber.messages(on: "/status").allSatisfy { $0.json["state"]?.string == "online" })
    }

    @Test func whereWeMayNotTheStatusSaysSoAndNoEventIsLost() async throws {
        let workspace = try await Workspace(startsBroker: false)
        let own = "beckon/v1/demo-shop/box"
        let list = try workspace.write("acl", "topic read #\ntopic write \(own)/status\n")
        try await workspace.startBroker("acl_file \(list)\nuser root")
        let old = old(workspace)
        defer { old.stop() }
        let subscriber = try await workspace.subscribe("beckon/v1/#")
        let gateway = try start(workspace, at: old.port)
        let status = try await subscriber.first(on: "/status", within: .seconds(30)) {
            $0.json["state"]?.string == "degraded"
        }
        #expect(status.json["reason"]?.string?.hasPrefix("not_authorized") == true)
        #expect(subscriber.messages(on: "/event/").isEmpty)

        _ = try workspace.write("acl", "topic read #\ntopic write \(own)/#\n")
        workspace.reloadBroker()
        // The next probe is due half a minute after the first.
        try await subscriber.first(on: "/event/enter/shop/", within: .seconds(60))
        let numbers = subscriber.messages(on: "/event/").compactMap { $0.json["data"]?["seq"]?.int }
        #expect(numbers.first == 1)
        try await subscriber.first(on: "/status") { $0.json["state"]?.string == "online" }
        #expect(gateway.isRunning)
    }
}
