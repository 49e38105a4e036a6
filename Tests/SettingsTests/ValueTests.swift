import HCI
import Beacons
import Engagement
import Presence
import TestSupport
import Testing

@testable import Settings

private let uuid = "41c08dfd-b719-4ccb-9d3b-5aa7c3860f89"

@Suite("Values")
struct ValueTests {
    @Test(
        "An empty file, comments and empty maps mean the defaults", arguments: ["", "# nothing", "broker:\ngateway: ~"])
    func empty(text: String) throws {
        var configuration = try load(text)
        #expect(configuration.fingerprint.count == 16)
        configuration.fingerprint = ""
        #expect(configuration == Configuration())
    }

    @Test(
        "Durations have one unit",
        arguments: [
            ("250ms", Duration.milliseconds(250)), ("3s", .seconds(3)), ("5m", .seconds(300)), ("2h", .seconds(7200)),
            ("7d", .seconds(604_800)), ("\"010s\"", .seconds(10)),
        ])
    func durations(text: String, value: Duration) throws {
        #expect(try load("presence: {clear_after: \(text)}").clearAfter == value)
    }

    @Test("A duration's text reads as the same duration")
    func durationText() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<1000 {
            let duration = Duration.milliseconds(Int64.random(in: 1...1_000_000_000, using: &random))
            #expect(durationValue(Settings.durationText(duration)) == duration)
        }
    }

    @Test("Numbers are YAML 1.2's: no octal, no sexagesimal, exponents and signs")
    func numbers() throws {
        let text = "gateway: {rssi_offset: -1.5e1, environment: +2}\npresence: {limits: {pairs: 010}}"
        let presence = try load(text).presence
        #expect(presence.rssiOffset == -15)
        #expect(presence.environment == 2)
        #expect(presence.limits.pairs == 10)
    }

    @Test("What looks like a number is taken as written where a text is wanted")
    func asWritten() throws {
        let configuration = try load(
            """
            site: 0123
            broker: {username: 1e3}
            regions:
              - name: 12e4
                eddystone_uid: {namespace: 00000000000000000012, instance: 000000000001}
              - name: 0x1f
                altbeacon: {code: 0118, id: 0001}
            """)
        #expect(configuration.site == "0123")
        #expect(configuration.gateway.broker.username == "1e3")
        #expect(configuration.presence.regions.map(\.name) == ["12e4", "0x1f"])
        #expect(configuration.presence.regions[0].filter == .eddystoneUID(namespace: 0x12, instance: 1))
        #expect(configuration.presence.regions[1].filter == .altBeacon(code: 0x118, idPrefix: [0, 1]))
    }

    @Test("Majors and minors are numbers, ranges or lists of both")
    func numberSets() throws {
        let region = try load(region("ibeacon: {uuid: \(uuid), major: 7, minor: [1-99, 200, 65535]}")).presence.regions[
            0]
        let expected = RegionFilter.iBeacon(
            uuid: try #require(BeaconUUID(uuid)), majors: NumberSet([7...7]),
            minors: NumberSet([1...99, 200...200, 65535...65535]))
        #expect(region.filter == expected)
    }

    @Test("A role sets the levels that are not given, and `none` takes one away")
    func roles() throws {
        let shelf = try load(region("role: shelf\n    address: 00:11:22:33:44:55")).presence.regions[0]
        #expect(shelf.enter.rssi == -70)
        #expect(shelf.exit.rssi == -77)
        #expect(shelf.exit.belowFor == .seconds(15))
        let loose = try load(region("role: shelf\n    address: 00:11:22:33:44:55\n    exit: {rssi: none}"))
        #expect(loose.presence.regions[0].enter.rssi == -70)
        #expect(loose.presence.regions[0].exit.rssi == nil)
    }

    @Test("Dwell times are ascending, each once")
    func dwell() throws {
        let configuration = try load(region("address: 00:11:22:33:44:55\n    notify: {dwell: [5m, 20s, 300s]}"))
        #expect(configuration.presence.regions[0].notify.dwell == [.seconds(20), .seconds(300)])
    }

    @Test("Two regions that differ in no threshold are a warning; in one, none")
    func doubles() throws {
        let folder = try Folder()
        let beacon = "address: 00:11:22:33:44:55"
        let path = try folder.write("c.yaml", "regions:\n  - {name: a, \(beacon)}\n  - {name: b, \(beacon)}\n")
        let warnings = try Configuration.load(path).warnings
        #expect(
            warnings.map(\.description) == [
                "\(path):3:5: region b differs from a in no threshold; is one too many?\n"
                    + "      - {name: b, \(beacon)}\n        ^\n"
            ])
        try folder.write("c.yaml", "regions:\n  - {name: a, \(beacon)}\n  - {name: b, \(beacon), exit: {after: 9s}}\n")
        #expect(try Configuration.load(path).warnings == [])
    }

    @Test(
        "Broker addresses",
        arguments: [
            ("mqtt://127.0.0.1:1883", "mqtt://127.0.0.1:1883"), ("mqtt://broker", "mqtt://broker:1883"),
            ("mqtts://b.example.com/", "mqtts://b.example.com:8883"), ("mqtt://[::1]", "mqtt://[::1]:1883"),
            ("mqtts://[fe80::1%eth0]:99", "mqtts://[fe80::1%eth0]:99"),
        ])
    func brokers(text: String, canonical: String) throws {
        let url = try #require(BrokerURL(text))
        #expect(url.description == canonical)
        #expect(BrokerURL(url.description) == url)
    }

    @Test("Who confirms is left to each connection unless it is said")
    func confirmation() throws {
        #expect(try load("outbox: {confirm: auto}").outbox.confirm == nil)
        #expect(try load("outbox: {confirm: broker}").outbox.confirm == .broker)
        #expect(try load("home_assistant: true").homeAssistant)
    }

    @Test("For a person's commands a daemon's secrets need not be readable")
    func tools() throws {
        let folder = try Folder()
        let text = "broker: {username: daemon, password_file: /nowhere}\ncli: {broker: {username: me, password: x}}\n"
        let path = try folder.write("c.yaml", text)
        #expect(throws: ConfigurationErrors.self) { try Configuration.load(path, for: .gateway) }
        let broker = try Configuration.load(path, for: .tools).configuration.cli.broker
        #expect(broker.username == "me" && broker.password == Secret(place: .here("x")))
    }

    @Test("`gateway.broker` and `consumer.broker` lie over `broker` key by key, a password in any form over any other")
    func brokerOverrides() throws {
        let configuration = try load(
            """
            broker: {urls: mqtts://a, username: u, password: p}
            gateway: {broker: {username: g}}
            consumer: {broker: {password_env: HOME}}
            """)
        #expect(configuration.gateway.broker.username == "g")
        #expect(configuration.gateway.broker.password == Secret(place: .here("p")))
        #expect(configuration.consumer.broker.username == "u")
        #expect(configuration.consumer.broker.password == Secret(place: .environment("HOME")))
        #expect(configuration.consumer.broker.urls == configuration.gateway.broker.urls)
    }

    @Test("Sources and adapters read as they are written")
    func sources() throws {
        let gateway = try load("gateway: {source: \"replay:x.btsnoop\", adapters: [hci1, 00:11:22:AA:BB:CC]}").gateway
        #expect(gateway.source.description.hasSuffix("/x.btsnoop"))
        #expect(gateway.adapters.map(\.description) == ["hci1", "00:11:22:aa:bb:cc"])
        #expect(GatewaySource("auto") == .bluez)
        #expect(GatewaySource("replay:") == nil)
    }

    @Test("Holdout, rate and dry run")
    func sending() throws {
        let rules = try load("consumer: {rules: {holdout: 12.5%, rate: 7/h, dry_run: true}}").consumer.rules
        #expect(rules.holdout == 0.125)
        #expect(rules.siteRate == 7)
        #expect(rules.dryRun)
    }

    @Test("Caps lie over the defaults by their time, shortest first; `off` takes one away")
    func caps() throws {
        let rules = try load("consumer: {rules: {caps: {visit: 2, 7d: off, 168h: 3, 1h: 1}}}").consumer.rules
        #expect(rules.visitCap == 2)
        #expect(
            rules.userCaps == [
                .init(within: .seconds(3600), most: 1), .init(within: .seconds(20 * 3600), most: 1),
                .init(within: .seconds(168 * 3600), most: 3), .init(within: .seconds(30 * 86_400), most: 6),
            ])
    }

    @Test("An alias stands for what it names")
    func aliases() throws {
        let configuration = try load("topics: {base: &a x/y, users: *a}")
        #expect(configuration.topics.users == "x/y")
    }

    @Test("The fingerprint changes with what is said, not with comments or a password")
    func fingerprint() throws {
        func fingerprint(_ text: String) throws -> String { try load(text).fingerprint }
        let plain = try fingerprint("site: a\nbroker: {username: u}")
        #expect(try fingerprint("# more\nsite:   a\nbroker:\n  username: u\n  password: p") == plain)
        #expect(try fingerprint("site: b\nbroker: {username: u}") != plain)
    }
}
