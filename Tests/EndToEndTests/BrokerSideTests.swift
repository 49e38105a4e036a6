import Foundation
import Testing

/// The shipped broker configuration against those who would be somebody else.
@Suite struct BrokerSideTests {
    /// The broker of `deploy/broker/mosquitto.conf`, its three listeners on free ports, with two gateways, a tool and two
    /// shoppers.
    private final class Shop {
        let workspace: Workspace
        private let broker: ChildProcess
        let ports: [UInt16]

        init() async throws {
            workspace = try await Workspace(startsBroker: false)
            ports = try (0..<3).map { _ in try Workspace.freePort() }
            let folder = workspace.file("broker").path
            for arguments in [
                "certificates --dir \(folder) broker localhost",
                "certificates --dir \(folder) gateway helsinki-1 shelf-1",
                "certificates --dir \(folder) gateway espoo-2 shelf-1",
                "broker-user --dir \(folder) helsinki-1 shelf-1",
                "broker-user --dir \(folder) espoo-2 shelf-1", "broker-user --dir \(folder) --tool watcher <<<secret",
                "broker-user --dir \(folder) --shopper alice <<<secret",
                "broker-user --dir \(folder) --shopper bob <<<secret",
            ] {
                let made = try ChildProcess(
                    "bash", ["-c", "\(Workspace.checkout.path)/deploy/\(arguments)"], output: workspace.file("made.log")
                )
                #expect(try await made.exitCode() == 0, "\(arguments): \(made.text)")
            }
            var text = try String(
                contentsOf: Workspace.checkout.appendingPathComponent("deploy/broker/mosquitto.conf"), encoding: .utf8)
            text = text.replacingOccurrences(of: "/etc/beckon/broker", with: folder)
            for (port, free) in zip([8883, 8884, 8885], ports) {
                text = text.replacingOccurrences(of: "listener \(port)", with: "listener \(free) 127.0.0.1")
            }
            let path = try workspace.write("mosquitto.conf", text + "\nuser root\npersistence_location \(folder)/\n")
            broker = try ChildProcess("mosquitto", ["-c", path], output: workspace.file("mosquitto.log"))
            for port in ports { try await eventually("listening") { Workspace.isListening(port) } }
        }

        private func tls(_ listener: Int) -> [String] {
            [
                "-h", "localhost", "-p", "\(ports[listener])", "--cafile", workspace.file("broker/ca.pem").path, "-V",
                "5",
            ]
        }

        func gateway(_ name: String) -> [String] {
            let file = workspace.file("broker/\(name)").path
            return tls(0) + ["--cert", file + ".pem", "--key", file + ".key"]
        }

        func tool() -> [String] { tls(1) + ["-u", "watcher", "-P", "secret"] }
        func shopper(_ name: String) -> [String] { tls(2) + ["-u", name, "-P", "secret"] }

        func publish(_ identity: [String], _ topic: String) async throws {
            let publisher = try ChildProcess(
                "mosquitto_pub", identity + ["-q", "1", "-t", topic, "-m", "x"], output: workspace.file("pub.log"))
            _ = try await publisher.exitCode()
        }
    }

    private func watch(_ shop: Shop) async throws -> Subscriber {
        try await shop.workspace.subscribe(as: shop.tool(), "beckon/#", "beckon-user/#")
    }

    @Test func aPhoneCannotBeAGatewayNorAGatewayOneOfAnotherSite() async throws {
        let shop = try await Shop()
        let watcher = try await watch(shop)
        try await shop.publish(shop.shopper("alice"), "beckon/v1/helsinki-1/shelf-1/event/enter/shelf/x")
        try await shop.publish(shop.gateway("espoo-2.shelf-1"), "beckon/v1/helsinki-1/shelf-1/event/enter/shelf/x")
        try await shop.publish(shop.gateway("helsinki-1.shelf-1"), "beckon-user/v1/alice/notify")
        // What may pass comes after what may not, so that its arrival shows that nothing is still under way.
        try await shop.publish(shop.gateway("helsinki-1.shelf-1"), "beckon/v1/helsinki-1/shelf-1/status")
        try await shop.publish(shop.shopper("alice"), "beckon-user/v1/alice/encounter")
        try await watcher.first(on: "encounter")
        #expect(
            Set(watcher.messages.map(\.topic))
                == ["beckon/v1/helsinki-1/shelf-1/status", "beckon-user/v1/alice/encounter"])
    }

    @Test func aShopperReadsNobodyElsesNotifications() async throws {
        let shop = try await Shop()
        let bob = try await shop.workspace.subscribe(as: shop.shopper("bob"), "beckon-user/v1/alice/notify", "#")
        let alice = try await shop.workspace.subscribe(as: shop.shopper("alice"), "beckon-user/v1/alice/notify")
        let consumer = try ChildProcess(
            "bash",
            [
                "-c",
                """
                \(Workspace.checkout.path)/deploy/broker-user --dir \(shop.workspace.file("broker").path) \
                --consumer main <<<secret && pkill -HUP -f '\(shop.workspace.file("mosquitto.conf").path)'
                """,
            ], output: shop.workspace.file("consumer.log"))
        #expect(try await consumer.exitCode() == 0)
        let main = shop.tool().map { $0 == "watcher" ? "main" : $0 }
        try await eventually("the consumer may write") {
            let publisher = try ChildProcess(
                "mosquitto_pub", main + ["-q", "1", "-t", "beckon-user/v1/alice/notify", "-m", "for alice"],
                output: shop.workspace.file("pub.log"))
            var status: Int32 = 0
            waitpid(publisher.pid, &status, 0)
            return !alice.messages.isEmpty
        }
        #expect(bob.messages.isEmpty)
    }

    @Test func aCertificateCannotTakeOverAnothersSession() async throws {
        let shop = try await Shop()
        let first = try await shop.workspace.subscribe(
            as: shop.gateway("helsinki-1.shelf-1") + ["-i", "helsinki-1:shelf-1"], "beckon/v1/helsinki-1/shelf-1/#")
        _ = try await shop.workspace.subscribe(
            as: shop.gateway("espoo-2.shelf-1") + ["-i", "helsinki-1:shelf-1"], "beckon/v1/espoo-2/shelf-1/#")
        // Reaches the first only if it is still there.
        try await shop.publish(shop.tool(), "beckon/v1/helsinki-1/shelf-1/request")
        try await first.first(on: "/request")
        #expect(first.process.text.components(separatedBy: "sending CONNECT").count == 2)
    }

    @Test func withoutACertificateOrWithAWrongPasswordNobodyComesIn() async throws {
        let shop = try await Shop()
        let ca = shop.workspace.file("broker/ca.pem").path
        for arguments in [
            ["-p", "\(shop.ports[0])", "--cafile", ca],
            ["-p", "\(shop.ports[1])", "--cafile", ca, "-u", "watcher", "-P", "guess"],
            ["-p", "\(shop.ports[2])", "--cafile", ca],
        ] {
            let intruder = try ChildProcess(
                "mosquitto_pub", ["-h", "localhost", "-q", "1", "-t", "beckon/v1/a/b/status", "-m", "x"] + arguments,
                output: shop.workspace.file("intruder.log"))
            #expect(try await intruder.exitCode() != 0)
        }
    }
}
