import Engagement
import HTTPClient
import JSON
import Messages
import Testing

@testable import Settings
@testable import beckon_consumer

/// Our requests beside those that PyPI `apprise` 2.3.0 sent to a recorder, for the same title and text:
///
///     apprise.Apprise(["ntfy://tk_secret@127.0.0.1/zq4x9s7kd2m5?auth=token&mode=private"]).notify(…)
///     apprise.Apprise(["apprise://127.0.0.1/key?method=json"]).notify(…)
@Suite struct ServiceRequestTests {
    private static func notification(notice: String? = nil, link: String? = nil) -> Notification {
        Notification(
            id: "n1", user: "u1", site: "shop", zone: nil, item: "a", title: "You may like Überbräu",
            body: "Imperial stout, 6.05 EUR.", reasons: ["coffee"], promotion: nil, notice: notice, link: link, time: 0,
            expiresAt: 600_000)
    }

    private static func request(_ notification: Notification, on channel: Channel) throws -> (
        url: String, token: String?, type: String?, body: JSONValue
    ) {
        var settings = ChannelSettings()
        settings.ntfy = .init(url: "http://127.0.0.1", token: Secret(place: .here("tk_secret")))
        settings.apprise = .init(url: "http://127.0.0.1")
        let servers = try ChannelServers(settings)
        let request = try #require(servers.request(notification.rendered(), on: channel, at: 0))
        return (
            request.url, request.headers["Authorization"], request.headers["Content-Type"],
            try JSONValue(parsing: request.body)
        )
    }

    @Test func `ntfy gets what apprise sends it`() throws {
        let recorded = try JSONValue(
            parsing: Array(
                #"""
                {"topic": "zq4x9s7kd2m5", "title": "You may like \u00dcberbr\u00e4u", "message": "Imperial stout, 6.05 EUR.\n18+"}
                """#.utf8))
        let ours = try Self.request(Self.notification(notice: "18+"), on: .ntfy(topic: "zq4x9s7kd2m5"))
        #expect(ours.body == recorded)
        #expect(ours.url == "http://127.0.0.1/" && ours.token == "Bearer tk_secret")
        #expect(ours.type == "application/json")
    }

    @Test func `an Apprise API gets it too, and the service in place of a key of its own`() throws {
        let recorded = try JSONValue(
            parsing: Array(
                #"""
                {"title": "You may like \u00dcberbr\u00e4u", "body": "Imperial stout, 6.05 EUR.\n18+", "type": "info", "format": "text"}
                """#.utf8))
        let ours = try Self.request(Self.notification(notice: "18+"), on: .apprise(url: "tgram://bot/chat"))
        #expect(ours.url == "http://127.0.0.1/notify" && ours.type == "application/json")
        #expect(ours.body["urls"] == .string("tgram://bot/chat"))
        #expect(ours.body.object?.filter { $0.name != "urls" } == recorded.object)
    }

    @Test func `where there are pages both lead to the item's`() throws {
        let notification = Self.notification(link: "https://shop.example/i/a")
        #expect(
            try Self.request(notification, on: .ntfy(topic: "t")).body["click"] == .string("https://shop.example/i/a"))
        #expect(
            try Self.request(notification, on: .apprise(url: "x://y")).body["body"]
                == .string("Imperial stout, 6.05 EUR.\nhttps://shop.example/i/a"))
    }
}
