import Foundation
import JSON
import Testing

/// The operator's commands beside a running consumer.
@Suite struct DecisionCommandTests {
    private let workspace: Workspace
    private let configuration: String

    init() async throws {
        workspace = try await Workspace()
        let demo = Workspace.checkout.appendingPathComponent("deploy/demo/config.yaml").path
        configuration = try workspace.write(
            "config.yaml",
            "include: \(demo)\nbroker: {urls: ['mqtt://127.0.0.1:\(workspace.port)']}\n"
                // The report is by the shop's days, and asked for by the day of a message.
                + "consumer: {http: {listen: off}, sites: {demo-shop: {time_zone: UTC}}}\n")
    }

    /// What a command prints, and its exit code.
    private func beckon(_ arguments: String..., state: Bool = true) async throws -> (text: String, code: Int32) {
        let all =
            arguments + ["--config", configuration] + (state ? ["--state", workspace.file("consumer").path] : [])
        let process = try workspace.start("beckon", all)
        let code = try await process.exitCode(within: .seconds(20))
        return (process.text, code)
    }

    @Test func aDecisionIsExplainedListedAndReportedAndASiteIsPausedAndAGatewayRetired() async throws {
        let subscriber = try await workspace.subscribe("beckon/v1/#", "beckon-user/#")
        let consumer = try workspace.start(
            "beckon-consumer", ["--config", configuration, "--state", workspace.file("consumer").path])
        try await eventually("the consumer connects") { consumer.text.contains("mqtt: connected") }
        let gateway = try workspace.start(
            "beckon-gateway",
            [
                "--config", configuration, "--source", "simulated", "--gateway-id", "demo-gateway", "--state",
                workspace.file("gateway").path,
            ])
        let notification = try await subscriber.first(on: "beckon-user/v1/q4x9-stout/notify", within: .seconds(60))
        let id = try #require(notification.json["id"]?.string)

        // The merged truth of the site.
        let enter = try await subscriber.first(on: "_site/visit/enter/") { $0.topic.hasSuffix(":1:2") }
        #expect(enter.json["type"]?.string == "beckon.site.enter")
        try await subscriber.first(on: "_site/visit/move/beer-shelf/") { $0.topic.hasSuffix(":1:2") }
        try await subscriber.first(on: "_site/presence/") { $0.json["zone"]?.string == "beer-shelf" }

        let why = try await beckon("why", id)
        #expect(why.code == 0 && why.text.contains("relevance") && why.text.contains("q4x9-stout"), "\(why)")
        let list = try await beckon("decisions", "--reason", "sent", "--json")
        #expect(try JSONValue(parsing: Array(list.text.utf8))["notification"]?.string == id)
        let who = try await beckon("who", "--site", "demo-shop")
        #expect(who.text.contains("q4x9-stout"), "\(who)")
        let preview = try await beckon("preview", "--user", "q4x9-stout", "--site", "demo-shop")
        #expect(preview.text.contains("user_cap"), "\(preview)")
        try await theSameRulesChangeNothingAndOthersSayWhat()
        let day = String(try #require(notification.json["time"]?.string).prefix(10))
        let report = try await beckon("report", "--site", "demo-shop", "--from", day, "--csv")
        #expect(report.text.contains("figure,sent,1\r\n"), "\(report)")
        let page = try await beckon("report", "--site", "demo-shop", "--from", day)
        #expect(page.text.hasPrefix("<!doctype html>") && page.text.contains("<td>Told<td>1"), "\(page)")
        #expect(try await beckon("why", "nonsense").code == 1)

        let pause = try await beckon("pause", "demo-shop", "--reason", "stocktaking", state: false)
        #expect(pause.code == 0, "\(pause)")
        try await eventually("the consumer hears of the pause") { consumer.text.contains("reason=stocktaking") }
        let resume = try await beckon("resume", "demo-shop", state: false)
        #expect(resume.code == 0, "\(resume)")
        try await eventually("the consumer goes on") { consumer.text.contains("no longer paused") }

        #expect(try await beckon("gateway", "retire", "demo-shop/demo-gateway", state: false).code == 1, "it is online")
        gateway.send(SIGKILL)
        _ = try await gateway.exitCode()
        try await subscriber.first(on: "demo-gateway/status", within: .seconds(60)) {
            $0.json["state"]?.string == "lost"
        }
        let retire = try await beckon("gateway", "retire", "demo-shop/demo-gateway", state: false)
        #expect(retire.code == 0, "\(retire)")
        try await subscriber.first(on: "_site/visit/exit/") {
            $0.json["data"]?["reason"]?.string == "gateway_lost"
        }
    }

    private func theSameRulesChangeNothingAndOthersSayWhat() async throws {
        let same = try await beckon("rewind", "--rules", configuration)
        #expect(same.code == 0 && same.text.hasSuffix("nothing would have changed: 1 sent\n"), "\(same)")
        let strict = try workspace.write(
            "strict.yaml", "include: \(configuration)\nconsumer: {sites: {demo-shop: {open: 00:00-00:01}}}\n")
        let other = try await beckon("rewind", "--rules", strict, "--last", "1h", "--json")
        let report = try JSONValue(parsing: Array(other.text.utf8))
        #expect(report["outcomes"]?["sent"]?["before"]?.int == 1, "\(other)")
        #expect(report["outcomes"]?["sent"]?["after"]?.int == 0)
        #expect(report["changes"]?.array?.contains { $0["after"]?.string == "closed" } == true)
        let text = try await beckon("rewind", "--rules", strict)
        #expect(text.text.contains("0 instead of 1 sent") && text.text.contains("sent → closed"), "\(text)")
        #expect(try await beckon("rewind", "--rules", strict, "--set", "a=b").code == 64)
        #expect(try await beckon("rewind", "--last", "1h").code == 64)
    }
}
