import Foundation
import TestSupport
import Testing

/// The consumer's word to systemd, as its unit has it (`WatchdogSec`).
@Suite struct WatchdogTests {
    @Test func aConsumerWhoseStoreDoesNotAnswerIsNotSaidToLive() async throws {
        let database = try TemporaryPostgreSQL()
        let workspace = try await Workspace()
        let systemd = try NotifySocket()
        let url = try database.newDatabase()
        let demo = Workspace.checkout.appendingPathComponent("deploy/demo/config.yaml").path
        let path = try workspace.write(
            "config.yaml",
            """
            include: \(demo)
            broker: {urls: ['mqtt://127.0.0.1:\(workspace.port)']}
            consumer: {store: '\(url)', http: {listen: off}}
            """)
        let consumer = try workspace.start(
            "beckon-consumer", ["--config", path, "--state", workspace.file("state").path],
            // It looks at its threads twice in that time.
            environment: ["NOTIFY_SOCKET": systemd.path, "WATCHDOG_USEC": "8000000"])
        try await eventually("it works, and says that it lives") {
            systemd.pings.count >= 3 && consumer.text.contains("mqtt: connected")
        }
        #expect(systemd.messages.contains { $0.text == "READY=1" })
        #expect(!consumer.text.contains("a thread is stuck"))

        // Another session locks a table that the consumer's thread reads each second; an answer takes up to 10 s.
        let table = "directory_version"
        let name = try #require(url.dropFirst("postgresql://beckon@/".count).split(separator: "?").first)
        let other = try ChildProcess(
            "psql", ["-Xqc", "BEGIN; LOCK TABLE \(table) IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(600)", url],
            output: workspace.file("psql.log"))
        let locks = "SELECT count(*) FROM pg_locks WHERE granted AND mode = 'AccessExclusiveLock' AND "
        try await eventually("the table is locked; \(other.text)") {
            try database.sql(locks + "relation = '\(table)'::regclass", in: String(name)) == "1"
        }
        try await eventually("it sees that its thread is stuck, though its own turns") {
            consumer.text.contains("a thread is stuck; systemd will start us again")
        }
        #expect(consumer.isRunning)

        _ = try database.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'BEGIN; LOCK%'", in: String(name))
        _ = try await other.exitCode()
        let after = systemd.pings.count
        try await eventually("it lives again") { systemd.pings.count >= after + 3 }
        // It says so each 4 s, and left out one time at least.
        let pings = systemd.pings
        #expect(zip(pings, pings.dropFirst()).contains { $1 - $0 > .seconds(6) }, "\(pings)")
        consumer.send(SIGTERM)
        #expect(try await consumer.exitCode() == 0)
        #expect(systemd.messages.last?.text == "STOPPING=1")
    }
}
