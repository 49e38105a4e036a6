import Engagement
import Testing

@testable import Settings

@Suite("Recommender, channels, templates")
struct ChannelSettingsTests {
    private func consumer(_ text: String) throws -> ConsumerSettings {
        let folder = try Folder()
        return try Configuration.load(try folder.write("c.yaml", "consumer:\n\(text)")).configuration.consumer
    }

    private func faults(_ text: String) -> [String] {
        do {
            _ = try consumer(text)
            return []
        } catch {
            return (error as? ConfigurationErrors)?.faults.map { "\($0.line):\($0.column): \($0.message)" } ?? [
                "\(error)"
            ]
        }
    }

    @Test("By default Beckon itself chooses, the broker is all there is, and the sentences are ours")
    func defaults() throws {
        let settings = try consumer("  import_folder: none")
        #expect(settings.recommender.engine == nil)
        #expect(settings.channels == ChannelSettings())
        #expect(settings.templates == .builtIn)
    }

    @Test("An engine has an address, a deadline and a token that does not show")
    func engine() throws {
        let settings = try consumer(
            "  recommender: {kind: http, url: \"https://engine.example/beer/\", deadline: 500ms, token: s3cret}")
        let engine = try #require(settings.recommender.engine)
        #expect(engine.url == "https://engine.example/beer" && engine.deadline == .milliseconds(500))
        #expect(try engine.token?.read() == "s3cret")
        #expect(!"\(settings)".contains("s3cret"))
    }

    @Test("Channels are those that are there")
    func channels() throws {
        let settings = try consumer(
            """
              channels:
                webhook: {secret: whsec_x, allow_private: true}
                ntfy: {url: "http://127.0.0.1:2586/"}
            """)
        #expect(settings.channels.webhook?.allowsPrivate == true)
        #expect(settings.channels.ntfy?.url == "http://127.0.0.1:2586" && settings.channels.ntfy?.token == nil)
        #expect(settings.channels.apprise == nil)
    }

    @Test("A shop's sentences lie over ours, word by word")
    func templates() throws {
        let settings = try consumer(
            """
              templates:
                fi: {title: "{item} odottaa", words: {"tag:coffee": tumma kahvi}}
                sv: {because: "Passar din smak: {reasons}.", gap: ""}
            """)
        #expect(settings.templates["fi"].title == "{item} odottaa")
        #expect(settings.templates["fi"].words["tag:coffee"] == "tumma kahvi")
        #expect(settings.templates["fi"].words["tag:chocolate"] == "suklaa")
        #expect(settings.templates["sv"].because == "Passar din smak: {reasons}." && settings.templates["sv"].gap == "")
        #expect(settings.templates["sv"].title == Templates.builtIn["en"].title)
    }

    @Test(
        "What is wrong is told at its place",
        arguments: [
            ("  recommender: {kind: http}", "2:23: kind http needs a url, of the engine's server"),
            ("  recommender: {url: \"http://x\"}", "2:22: a url beside kind: embedded; it belongs to kind: http"),
            (
                "  recommender: {kind: gorse}",
                "2:23: expected one of embedded, http, found 'gorse'"
            ),
            (
                "  recommender: {kind: http, url: engine}",
                "2:34: expected a URL such as https://HOST[:PORT][/PATH], found 'engine'"
            ),
            (
                "  recommender: {kind: http, url: \"http://u:p@h\"}",
                "2:34: expected a URL such as https://HOST[:PORT][/PATH], found 'http://u:p@h'"
            ),
            (
                "  recommender: {deadline: 2s}", "2:27: expected a duration from 100ms to 900ms, found '2s'"
            ),
            (
                "  channels: {webhook: {allow_private: yes}}",
                "2:39: expected true or false, found 'yes': did you mean true?"
            ),
            ("  channels: {webhook: {}}", "2:23: secret_file is missing: what webhooks are signed with"),
            (
                "  channels: {ntfy: {}}",
                "2:20: url is missing: a URL such as https://HOST[:PORT][/PATH]"
            ),
            ("  channels: {nfty: {url: \"http://x\"}}", "2:14: unknown key nfty: did you mean ntfy?"),
            ("  templates: {en: {title: \"Buy {beer}\"}}", "2:27: nothing fills {beer}; known here: {item}"),
            ("  templates: {en: {title: \"Buy\"}}", "2:27: {item} is missing"),
            (
                "  templates: {en: {title: \"A very, very long sentence about {item}\"}}",
                "2:19: title is 13 characters too long beside the longest name of an item"
            ),
            (
                "  templates: {en: {words: {\"coffee\": x}}}",
                "2:28: expected abv, ibu or a feature such as tag:coffee, found 'coffee'"
            ),
        ])
    func faults(text: String, fault: String) {
        let found = faults(text)
        #expect(found.contains(fault), "\(found)")
    }
}
