import Presence
import Testing

@testable import Settings

private let uuid = "41c08dfd-b719-4ccb-9d3b-5aa7c3860f89"
private let duration = "expected a duration from 1ms to 3650d"
private let name = "expected a name of at most 32 of a-z, 0-9, _ and -, beginning with a letter or digit"
private let number = "expected a number from 0 to 65535, or a range such as 1-99"
private let url = "expected mqtt://HOST[:PORT] or mqtts://HOST[:PORT]"
private let hours = "hours such as \"22:00-08:00\""
private let passwords = "give one of password, password_file, password_env, password_credential"
private let filters = "one of ibeacon, eddystone_uid, altbeacon, address"
private let uuidForm = "expected a UUID such as \(uuid)"
private let regionKeys =
    "known here: name, role, ibeacon, eddystone_uid, altbeacon, address, enter, exit, notify, tap,"
    + " interval, rssi_offset, measured_power"

private let keyFaults: [(text: String, fault: String)] = [
    ("sites: {}", "1:1: unknown key sites: did you mean site?"),
    (
        "apples: 1",
        "1:1: unknown key apples: known here: include, site, broker, topics, gateway, regions, presence,"
            + " ranging, sightings, outbox, rewind, privacy, home_assistant, consumer, cli, log"
    ),
    ("site: a\nlog: {}\nsite: b", "3:1: site is given twice, first in line 1"),
    ("gateway:\n  adaptors: [hci0]", "2:3: unknown key adaptors: did you mean adapters?"),
    (region("ibeacon: {uuid: \(uuid)}\n    cadence: 3s"), "4:5: unknown key cadence: \(regionKeys)"),
]

private let typeFaults: [(text: String, fault: String)] = [
    ("broker: mqtt://h", "1:9: expected a map, found 'mqtt://h'"),
    ("regions: {name: a}", "1:10: expected a list, found a map"),
    ("site: [a]", "1:7: \(name), found a list"),
    ("site:", "1:6: \(name), found nothing"),
    ("site: Helsinki", "1:7: \(name), found 'Helsinki': did you mean helsinki?"),
    ("log: {level: warn}", "1:14: expected one of debug, info, warning, error, found 'warn'"),
    (
        "log: {level: eror}",
        "1:14: expected one of debug, info, warning, error, found 'eror': did you mean error?"
    ),
    (
        region("address: 00:11:22:33:44:55\n    notify: {enter: yes}"),
        "4:21: expected true or false, found 'yes': did you mean true?"
    ),
    (
        region("address: 00:11:22:33:44:55\n    notify: {exit: \"false\"}"),
        "4:20: expected true or false, found 'false': did you mean false?"
    ),
    ("gateway: {environment: 0x2}", "1:24: expected a number from 1 to 10, found '0x2'"),
    ("gateway: {environment: .inf}", "1:24: expected a number from 1 to 10, found '.inf'"),
    ("gateway: {environment: \"2\"}", "1:24: expected a number from 1 to 10, found '2'"),
    ("gateway: {rssi_offset: nan}", "1:24: expected a number from -60 to 60 dB, found 'nan'"),
]

private let unitFaults: [(text: String, fault: String)] = [
    ("presence: {clear_after: 60}", "1:25: \(duration), found '60': the unit is missing; did you mean 60s?"),
    ("presence: {clear_after: 60sec}", "1:25: \(duration), found '60sec'"),
    ("presence: {clear_after: 0s}", "1:25: \(duration), found '0s'"),
    ("presence: {clear_after: -5s}", "1:25: \(duration), found '-5s'"),
    ("presence: {clear_after: 99999999999999999999s}", "1:25: \(duration), found '99999999999999999999s'"),
    ("presence: {clear_after: 1000000000d}", "1:25: \(duration), found '1000000000d'"),
    (
        "ranging: 1",
        "1:10: expected off or a duration from 100ms to 3650d, found '1': the unit is missing; did"
            + " you mean 1s?"
    ),
    (
        "presence: {limits: {enters: 50}}",
        "1:29: expected a rate from 1/s to 100000/s, found '50': the unit is missing; did you mean 50/s?"
    ),
    ("presence: {limits: {pairs: 0}}", "1:28: expected a whole number from 1 to 10000000, found '0'"),
    ("presence: {proximity: {immediate: 4}}", "1:23: near, 3.0 m, must be farther than immediate, 4.0 m"),
]

private let identityFaults: [(text: String, fault: String)] = [
    (
        region("ibeacon: {uuid: 00000000-0000-0000-0000-000000000000}"),
        "3:21: \(uuidForm), found '00000000-0000-0000-0000-000000000000': all zero means not assigned"
    ),
    (
        region("ibeacon: {uuid: 41c08dfd-b719}"),
        "3:21: \(uuidForm), found '41c08dfd-b719': it has 12 digits of 32"
    ),
    (
        region("ibeacon: {uuid: 41c08dfdb7194ccb9d3b5aa7c3860f89}"),
        "3:21: \(uuidForm), found '41c08dfdb7194ccb9d3b5aa7c3860f89': the hyphens belong after 8, 12,"
            + " 16 and 20 digits"
    ),
    (region("ibeacon: {major: 1}"), "3:14: uuid is missing: a UUID such as \(uuid)"),
    (
        region("ibeacon: {uuid: \(uuid), minor: 9-1}"),
        "3:66: \(number), found '9-1': the range is empty; did you mean 1-9?"
    ),
    (region("ibeacon: {uuid: \(uuid), major: 65536}"), "3:66: \(number), found '65536'"),
    (region("ibeacon: {uuid: \(uuid), major: []}"), "3:66: \(number), found an empty list"),
    (region("ibeacon: {uuid: \(uuid), major: [1, +2]}"), "3:70: \(number), found '+2'"),
    (region("eddystone_uid: {namespace: 0001}"), "3:32: expected 20 hexadecimal digits, found '0001'"),
    (region("altbeacon: {code: 118}"), "3:23: expected 4 hexadecimal digits, found '118'"),
    (region("altbeacon: {}"), "3:16: code or id is missing"),
    (
        region("address: 00-11-22-33-44-55"),
        "3:14: expected an address such as 00:11:22:33:44:55, found '00-11-22-33-44-55'"
    ),
]

private let regionFaults: [(text: String, fault: String)] = [
    (
        region("address: 00:11:22:33:44:55\n    enter: {sightings: 17}"),
        "4:24: expected a whole number from 1 to 16, found '17'"
    ),
    (region("role: shelf"), "2:5: which beacons? Give \(filters)"),
    (
        region("address: 00:11:22:33:44:55\n    altbeacon: {code: 0118}"),
        "3:14: address beside altbeacon: give \(filters)"
    ),
    ("regions:\n  - address: 00:11:22:33:44:55", "2:5: name is missing: \(name.dropFirst(9))"),
    (
        region("address: 00:11:22:33:44:55\n  - name: shop\n    address: 00:11:22:33:44:66"),
        "4:11: region shop is there already, in line 2: give one another name"
    ),
    (
        region("role: cashier\n    address: 00:11:22:33:44:55"),
        "3:11: expected one of store, shelf, reader, staff, found 'cashier'"
    ),
    (
        region("address: 00:11:22:33:44:55\n    enter: {rssi: -70}\n    exit: {rssi: -60}"),
        "5:18: the exit level -60.0 dBm is above the enter level -70.0 dBm (role store sets what is"
            + " not given)"
    ),
    (
        region("address: 00:11:22:33:44:55\n    role: shelf\n    enter: {rssi: -80}"),
        "5:19: the exit level -77.0 dBm is above the enter level -80.0 dBm (role shelf sets what is"
            + " not given)"
    ),
    (
        region("address: 00:11:22:33:44:55\n    exit: {after: automatic}"),
        "4:19: expected auto or a duration from 1ms to 30d, found 'automatic'"
    ),
    (
        region("address: 00:11:22:33:44:55\n    exit: {min: 30s, max: 20s}"),
        "4:27: max, 20s, must not be below min, 30s"
    ),
    (
        region("address: 00:11:22:33:44:55\n    exit: {false_exit: 0.1}"),
        "4:24: expected a rate from 0.001/h to 100/h, found '0.1': the unit is missing; did you mean 0.1/h?"
    ),
    ("sightings: often", "1:12: expected off, all or a duration, found 'often'"),
]

private let brokerFaults: [(text: String, fault: String)] = [
    ("broker: {urls: []}", "1:16: \(url), found an empty list"),
    (
        "broker: {urls: broker.shop}",
        "1:16: \(url), found 'broker.shop': did you mean mqtt://broker.shop:1883?"
    ),
    (
        "broker: {urls: [\"mqtt://u:p@h\"]}",
        "1:17: \(url), found 'mqtt://u:p@h': user and password have keys of their own"
    ),
    ("broker: {urls: [\"mqtt://h:70000\"]}", "1:17: \(url), found 'mqtt://h:70000'"),
    ("broker: {password: a, password_env: HOME}", "1:37: password_env beside password: \(passwords)"),
    ("broker: {password_env: BECKON_TEST_UNSET}", "1:24: $BECKON_TEST_UNSET is not set"),
    ("broker: {tls: {ca: /dev/null/x}}", "1:20: /dev/null/x cannot be opened: Not a directory"),
    (
        "topics: {base: beckon/#}",
        "1:16: expected a topic without +, #, $, empty levels or blanks, as beckon/v1, found 'beckon/#'"
    ),
]

private let gatewayFaults: [(text: String, fault: String)] = [
    ("gateway: {source: replay}", "1:19: expected auto, bluez, simulated or replay:FILE, found 'replay'"),
    ("gateway: {adapters: [hci01]}", "1:22: expected auto, an address or hci0, found 'hci01'"),
    ("gateway: {adapters: [auto, hci1]}", "1:21: auto stands alone"),
]

private let consumerFaults: [(text: String, fault: String)] = [
    (
        "consumer: {import_folder: /nowhere}",
        "1:27: /nowhere cannot be opened as a folder: No such file or directory"
    ),
    (
        "consumer: {import_folder: /dev/null}",
        "1:27: /dev/null cannot be opened as a folder: Not a directory"
    ),
    (
        "consumer: {store: \"postgresql://h\"}",
        "1:19: expected sqlite:auto, sqlite:PATH or postgresql://USER@HOST/DATABASE, found 'postgresql://h'"
    ),
    (
        "consumer: {store: \"postgresql://u:sesame@h/d\"}",
        "1:19: the password has keys of its own, as store_password_file"
    ),
    (
        "consumer: {store: \"postgresql://u@h/d?password=sesame\"}",
        "1:19: the password has keys of its own, as store_password_file"
    ),
    (
        "consumer: {partitions: 2}",
        "1:24: more than one needs a store that consumers share: postgresql://…"
    ),
    ("consumer: {sites: {Shop: {time_zone: UTC}}}", "1:20: \(name), found 'Shop'"),
    (
        "consumer: {sites: {shop: {}}}",
        "1:26: time_zone is missing: an IANA time zone such as Europe/Helsinki"
    ),
    (
        "consumer: {sites: {shop: {time_zone: UTC, open: 7-22}}}",
        "1:49: expected always or \(hours), found '7-22'"
    ),
    (
        "consumer: {sites: {shop: {time_zone: UTC, zones: {z: {}}}}}",
        "1:54: gateways is missing: GATEWAY or GATEWAY/REGION"
    ),
    (
        "consumer: {sites: {shop: {time_zone: UTC, zones: {z: {gateways: [a/b/c]}}}}}",
        "1:66: expected GATEWAY or GATEWAY/REGION, found 'a/b/c'"
    ),
    ("consumer: {rules: {quiet_hours: always}}", "1:33: expected off or \(hours), found 'always'"),
    (
        "consumer: {rules: {holdout: 0.1}}",
        "1:29: expected a share from 0% to 100%, found '0.1': the unit is missing; did you mean 0.1%?"
    ),
    ("consumer: {rules: {holdout: 101%}}", "1:29: expected a share from 0% to 100%, found '101%'"),
    (
        "consumer: {rules: {rate: 60}}",
        "1:26: expected a rate from 1/h to 1000000/h, found '60': the unit is missing; did you mean 60/h?"
    ),
    ("consumer: {rules: {caps: {20: 1}}}", "1:27: expected visit or a duration such as 20h, found '20'"),
    (
        "consumer: {rules: {caps: {20h: many}}}",
        "1:32: expected off or a whole number from 0 to 1000, found 'many'"
    ),
]

private let syntaxFaults: [(text: String, fault: String)] = [
    ("site: a\n  b: c", "2:4: mapping values are not allowed in this context"),
    ("site: *b", "1:7: nothing above is marked &b"),
    ("site: !!str a", "1:7: tags are not read"),
    ("---\nsite: a\n---\nsite: b", "3:1: a second document; only one is read"),
    ("? [a]\n: b", "1:3: a key must be a word"),
    ("- a", "1:1: expected a map, found a list"),
    ("site: \"a", "1:9: found unexpected end of stream while scanning a quoted scalar"),
]

@Suite("Bad configuration")
struct BadInputTests {
    @Test(
        "Each fault is told with its place and what was expected",
        arguments: [
            keyFaults, typeFaults, unitFaults, identityFaults, regionFaults, brokerFaults, gatewayFaults,
            consumerFaults, syntaxFaults,
        ].flatMap { $0 })
    func tells(text: String, fault: String) throws {
        #expect(try faults(text) == [fault])
    }

    @Test("A thousand regions are taken, one more is not")
    func mostRegions() throws {
        func regions(_ count: Int) -> String {
            let lines = (0..<count).map { index in
                "  - {name: r\(index), address: '00:00:00:00:\(10 + index / 90):\(10 + index % 90)'}\n"
            }
            return "regions:\n" + lines.joined()
        }
        #expect(try load(regions(1000)).presence.regions.count == 1000)
        #expect(try faults(regions(1001)) == ["1002:5: more than 1000 regions"])
    }

    @Test("All faults are told at once, in the order of the file, each with its line and a caret")
    func allAtOnce() throws {
        let folder = try Folder()
        let path = try folder.write(
            "c.yaml",
            """
            sit: a
            ranging: 5
            regions:
              - name: shelf
                ibeacon: {uuid: nonsense}
                cadence: 1s
            """)
        let error = #expect(throws: ConfigurationErrors.self) { _ = try Configuration.load(path) }
        #expect(
            error?.description == """
                \(path):1:1: unknown key sit: did you mean site?
                    sit: a
                    ^
                \(path):2:10: expected off or a duration from 100ms to 3650d, found '5': the unit is missing; did you mean 5s?
                    ranging: 5
                             ^
                \(path):5:21: \(uuidForm), found 'nonsense'
                        ibeacon: {uuid: nonsense}
                                        ^
                \(path):6:5: unknown key cadence: \(regionKeys)
                        cadence: 1s
                        ^

                """)
    }

    @Test("A file that is not there, or no file, is said so")
    func missing() throws {
        let folder = try Folder()
        for (path, message) in [
            ("\(folder.path)/none.yaml", "cannot be opened: No such file or directory"), (folder.path, "is not a file"),
        ] {
            let error = #expect(throws: ConfigurationErrors.self) { _ = try Configuration.load(path) }
            #expect(error?.description == "\(path): \(message)\n")
        }
    }

    @Test("Size, depth and what aliases stand for are bounded")
    func bounds() throws {
        let folder = try Folder()
        let large = try folder.write("large.yaml", "#" + String(repeating: "x", count: 1 << 20))
        #expect(faults(at: large) == ["large.yaml:0:0: is larger than 1048576 bytes"])
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        #expect(try faults("site: \(deep)") == ["1:38: nested deeper than 32 levels"])
        let laughs = (1..<9).map { level in
            let tenOfBelow = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            return "a\(level): &a\(level) [\(tenOfBelow)]\n"
        }.joined()
        #expect(try faults("a0: &a0 x\n" + laughs).contains { $0.hasSuffix("more than 100000 values") })
    }

    @Test("Thousands of faults are told as a hundred and a count")
    func many() throws {
        let folder = try Folder()
        let path = try folder.write("c.yaml", (0..<5000).map { "key\($0): 1\n" }.joined())
        let error = #expect(throws: ConfigurationErrors.self) { _ = try Configuration.load(path) }
        #expect(error?.faults.count == 100)
        #expect(error?.description.hasSuffix("… and 4900 more\n") == true)
    }

    @Test("Bytes that are no UTF-8 are told with their place")
    func encoding() throws {
        let folder = try Folder()
        let path = try folder.write("c.yaml", Array("site: a\nlog: ".utf8) + [0xFF, 0x0A])
        #expect(faults(at: path) == ["2:6: invalid leading UTF-8 octet"])
    }
}
