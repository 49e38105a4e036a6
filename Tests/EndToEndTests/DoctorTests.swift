import Foundation
import JSON
import Testing

/// `beckon doctor` on faults that are real: its verdict, what it says to do, and its exit code.
@Suite struct DoctorTests {
    // MARK: The broker

    @Test func aBrokerThatIsNotThereIsSaid() async throws {
        let workspace = try await Workspace(startsBroker: false)
        let report = try await examine(workspace, "{urls: [mqtt://127.0.0.1:\(workspace.port)]}")
        try report.expects("broker", .fault, saw: "Connection refused", advice: "systemctl status mosquitto")
        let unknown = try await examine(workspace, "{urls: [mqtt://no-such-host.invalid]}")
        try unknown.expects("broker", .fault, saw: "Lookup error", advice: "getent hosts no-such-host.invalid")
    }

    /// Whoever may not come in, or may not write.
    @Test(arguments: [
        (
            "{urls: [mqtt://localhost:PASSWORDS], username: shelf, password_file: wrong}", "broker",
            "Not authorized", "broker.username and its password"
        ),
        ("{urls: [mqtt://localhost:PASSWORDS]}", "broker", "Not authorized", "broker.username and password_file"),
        (
            "{urls: [mqtt://localhost:PASSWORDS], username: reader, password_file: right}", "access",
            "may not write below shop/shelf", "broker-user shop shelf"
        ),
        (
            "{urls: [mqtts://localhost:CERTIFICATES], tls: {ca: tls/ca.pem, certificate: tls/shop.till.pem, "
                + "key: tls/shop.till.key}}", "access",
            "may not write below shop/shelf", "CN shop:shelf"
        ),
    ])
    func whoMayNotIsToldWhatIsMissing(broker: String, subject: String, saw: String, advice: String) async throws {
        let clinic = try await Clinic()
        let report = try await examine(clinic.workspace, clinic.placed(broker))
        try report.expects(subject, .fault, saw: saw, advice: advice)
        #expect(report.code == 1)
    }

    /// What a broker has against our certificate it may say before it hangs up, or not; the advice is right in both.
    @Test(arguments: [
        (
            "{urls: [mqtts://localhost:EXPIRED], tls: {ca: tls/ca.pem}}", "certificate has expired",
            "renew the broker's certificate"
        ),
        (
            "{urls: [mqtts://localhost:FUTURE], tls: {ca: tls/ca.pem}}", "not yet valid", "set this box's clock"
        ),
        (
            "{urls: [mqtts://localhost:CERTIFICATES], tls: {ca: other/ca.pem}}", "certificate verify failed",
            "broker.tls.ca must be the authority"
        ),
        (
            "{urls: [mqtts://localhost:CERTIFICATES]}", "certificate verify failed",
            "broker.tls.ca must be the authority"
        ),
        (
            "{urls: [mqtts://127.0.0.1:CERTIFICATES], tls: {ca: tls/ca.pem}}", "host name verification failed",
            "another name than 127.0.0.1"
        ),
        (
            "{urls: [mqtts://localhost:CERTIFICATES], tls: {ca: tls/ca.pem}}", "TLS: ",
            "this box's certificate: broker.tls.certificate and key"
        ),
        (
            "{urls: [mqtts://localhost:CERTIFICATES], tls: {ca: tls/ca.pem, certificate: tls/old.pem, "
                + "key: tls/old.key}}", "TLS: ", "broker.tls.certificate"
        ),
        (
            "{urls: [mqtts://localhost:CERTIFICATES], tls: {ca: tls/ca.pem, certificate: other/shop.shelf.pem, "
                + "key: other/shop.shelf.key}}", "TLS: ", "certificates gateway shop shelf"
        ),
        ("{urls: [mqtt://localhost:CERTIFICATES]}", "closed the connection", "mqtts:// in broker.urls"),
        ("{urls: [mqtts://localhost:PASSWORDS], tls: {ca: tls/ca.pem}}", "", "TLS port, mostly 8883"),
    ])
    func aFaultOfTLSIsToldFromTheOthers(broker: String, saw: String, advice: String) async throws {
        let clinic = try await Clinic()
        let report = try await examine(clinic.workspace, clinic.placed(broker))
        try report.expects("broker", .fault, saw: saw, advice: advice)
        #expect(report.code == 1)
    }

    @Test func whatIsRightIsSaidToBeRight() async throws {
        let clinic = try await Clinic()
        let report = try await examine(
            clinic.workspace,
            clinic.placed(
                "{urls: [mqtts://localhost:CERTIFICATES], tls: {ca: tls/ca.pem, certificate: tls/shop.shelf.pem, "
                    + "key: tls/shop.shelf.key}}"))
        try report.expects("gateway id", .good, saw: "shop/shelf, as configured")
        try report.expects("air", .good, saw: "in regions")
        try report.expects("broker", .good, saw: "mqtts://localhost")
        try report.expects("access", .good, saw: "may write below shop/shelf")
        // Nobody may keep this machine's clock; all else is well.
        #expect(Set(report.faults).isSubset(of: ["clock"]))
    }

    // MARK: Two boxes of one name

    @Test func anotherBoxOfTheSameNameIsFound() async throws {
        let workspace = try await Workspace()
        let broker = "{urls: [mqtt://127.0.0.1:\(workspace.port)]}"
        let subscriber = try await workspace.subscribe("beckon/v1/shop/shelf/status")
        let configuration = try configuration(workspace, broker)
        let other = try workspace.start(
            "beckon-gateway",
            ["--config", configuration, "--source", "simulated", "--state", workspace.file("other").path])
        try await subscriber.first(on: "status") { $0.json["state"]?.string == "online" }
        let before = try await examine(workspace, broker)
        try before.expects("gateway id", .fault, saw: "another box is shop/shelf", advice: "another gateway.id")
        #expect(before.code == 1)

        // Where the box's own gateway runs, too, they take the broker from each other.
        let own = try workspace.start(
            "beckon-gateway",
            ["--config", configuration, "--source", "simulated", "--state", workspace.file("state").path])
        try await eventually("both have been online") {
            Set(subscriber.messages.compactMap { $0.json["boot"]?.string }).count == 2
        }
        var report = try await examine(workspace, broker)
        // They wait longer and longer before the next turn.
        for _ in 0..<5 where !report.faults.contains("gateway id") { report = try await examine(workspace, broker) }
        try report.expects("gateway id", .fault, saw: "another box is shop/shelf, too", advice: "another gateway.id")
        #expect(report.code == 1)

        other.send(SIGTERM)
        #expect(try await other.exitCode() == 0)
        let online = subscriber.messages.count
        try await eventually("its own gateway is there again") {
            subscriber.messages.dropFirst(online).last?.json["state"]?.string == "online"
                || subscriber.messages.last?.json["state"]?.string == "online"
        }
        let alone = try await examine(workspace, broker)
        try alone.expects("gateway", .good, saw: "runs (\(own.pid)), online")
        #expect(!alone.faults.contains("gateway id"))
    }

    // MARK: The radio, the air and the disk

    @Test(
        .enabled(
            if: (try? FileManager.default.contentsOfDirectory(atPath: "/sys/class/bluetooth").isEmpty) ?? true,
            "this machine has a Bluetooth adapter"))
    func aMachineWithoutAnAdapterIsToldHowToGetOne() async throws {
        let workspace = try await Workspace()
        let report = try await examine(
            workspace, "{urls: [mqtt://127.0.0.1:\(workspace.port)]}", source: "bluez")
        try report.expects("adapter", .fault, saw: "", advice: "Bluetooth")
        // Of what follows from it nothing is said, of the rest everything.
        #expect(report.finding("air") == nil)
        try report.expects("access", .good, saw: "may write")
        #expect(report.code == 1)
    }

    @Test func aBeaconThatSendsSeldomIsMeasured() async throws {
        let workspace = try await Workspace()
        let advertisement = "0201061aff4c00021541c08dfdb7194ccb9d3b5aa7c3860f8900010002c5"
        let lines = (0..<2).map { number in
            """
            {"t":\(1_800_000_000_000_000 + number * 2_500_000),"adapter":"hci0",\
            "address":"00:00:5e:00:53:02","address_type":"public","type":"non_connectable","rssi":-60,"phy":"1M",\
            "data":"\(advertisement)"}
            """
        }
        let capture = try workspace.write("slow.jsonl", lines.joined(separator: "\n") + "\n")
        let report = try await examine(
            workspace, "{urls: [mqtt://127.0.0.1:\(workspace.port)]}", source: "replay:\(capture)")
        try report.expects(
            "ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:1:2 in shelf", .warning,
            saw: "each 2.5s; enter after about 5s; the region expects one each 1s",
            advice: "interval: 2.5s in the region")
        #expect(Set(report.faults).isSubset(of: ["clock"]))
    }

    @Test(
        .enabled(
            if: canMount, "a file system of its own needs root, and to be allowed to mount (CAP_SYS_ADMIN)"))
    func aFullDiskIsSaid() async throws {
        let workspace = try await Workspace()
        let configuration = try configuration(workspace, "{urls: [mqtt://127.0.0.1:\(workspace.port)]}")
        let state = workspace.file("state").path
        let process = try ChildProcess(
            "unshare",
            [
                "--mount", "bash", "-c",
                """
                mkdir "$0" && mount -t tmpfs -o size=8m none "$0"
                dd if=/dev/zero of="$0/filler" bs=1M 2>/dev/null
                exec "$@"
                """, state, try workspace.program("beckon"), "doctor", "--json", "--config", configuration, "--source",
                "simulated", "--state", state,
            ], output: workspace.file("full.log"))
        let report = try Report(code: await process.exitCode(within: .seconds(60)), text: process.text)
        try report.expects("disk", .fault, saw: "0 MiB free at \(state), and 64 MiB must stay so", advice: "make room")
        #expect(report.code == 1)
    }

    private static let canMount: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments = ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    // MARK: -

    private func configuration(_ workspace: Workspace, _ broker: String) throws -> String {
        try workspace.write(
            "config.yaml",
            """
            site: shop
            broker: \(broker)
            gateway: {id: shelf, http: {listen: off}}
            regions: [{name: shelf, ibeacon: {uuid: 41c08dfd-b719-4ccb-9d3b-5aa7c3860f89}}]
            """)
    }

    private func examine(_ workspace: Workspace, _ broker: String, source: String = "simulated") async throws -> Report
    {
        let process = try workspace.start(
            "beckon",
            [
                "doctor", "--json", "--config", configuration(workspace, broker), "--source", source, "--state",
                workspace.file("state").path,
            ])
        return try Report(code: await process.exitCode(within: .seconds(60)), text: process.text)
    }
}

/// What the doctor found.
private struct Report {
    enum Verdict: String {
        case good, warning, fault
    }

    let code: Int32
    private let text: String
    private let findings: [JSONValue]

    init(code: Int32, text: String) throws {
        self.code = code
        self.text = text
        findings = try text.split(separator: "\n").filter { $0.hasPrefix("{") }.map {
            try JSONValue(parsing: Array($0.utf8))
        }
        // It fails where there is a fault, and only there.
        #expect(code == (faults.isEmpty ? 0 : 1), "\(text)")
    }

    var faults: [String] {
        findings.filter { $0["verdict"]?.string == Verdict.fault.rawValue }.compactMap { $0["subject"]?.string }
    }

    func finding(_ subject: String, _ verdict: Verdict? = nil) -> JSONValue? {
        findings.last { finding in
            finding["subject"]?.string == subject && (verdict.map { $0.rawValue == finding["verdict"]?.string } ?? true)
        }
    }

    func expects(_ subject: String, _ verdict: Verdict, saw: String, advice: String? = nil) throws {
        let found = try #require(finding(subject, verdict), "no \(verdict) \(subject): \(text)")
        #expect(saw.isEmpty || found["saw"]?.string?.contains(saw) == true, "\(text)")
        if let advice { #expect(found["advice"]?.string?.contains(advice) == true, "\(text)") }
    }
}

/// A broker with a listener for each way to be wrong.
private final class Clinic {
    let workspace: Workspace
    private var broker: ChildProcess?
    private var ports: [String: UInt16] = [:]

    init() async throws {
        workspace = try await Workspace(startsBroker: false)
        let (tls, other) = (workspace.file("tls").path, workspace.file("other").path)
        let deploy = Workspace.checkout.appendingPathComponent("deploy").path
        let made = try ChildProcess(
            "bash",
            [
                "-ec",
                """
                cd "$0"
                for place in \(tls) \(other); do
                    \(deploy)/certificates --dir $place broker localhost
                    \(deploy)/certificates --dir $place gateway shop shelf
                done
                \(deploy)/certificates --dir \(tls) gateway shop till
                \(deploy)/broker-user --dir \(tls) shop shelf
                \(deploy)/broker-user --dir \(tls) shop till
                cd \(tls)
                : >index && echo 01 >serial
                printf '%s\\n' '[ca]' 'default_ca = own' '[own]' database=index serial=serial new_certs_dir=. \
                    default_md=sha256 unique_subject=no policy=any '[any]' commonName=supplied >ca.conf
                sign() { # NAME COMMON-NAME FROM TO EXTENSION
                    openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout $1.key -subj "/CN=$2" -out $1.csr
                    openssl ca -batch -config ca.conf -cert ca.pem -keyfile ca.key -in $1.csr -out $1.pem -notext \
                        -startdate $3 -enddate $4 -extfile <(echo "$5")
                }
                sign expired localhost 20200101000000Z 20200201000000Z subjectAltName=DNS:localhost
                sign future localhost 20480101000000Z 20490101000000Z subjectAltName=DNS:localhost
                sign old shop:shelf 20200101000000Z 20200201000000Z extendedKeyUsage=clientAuth
                cd ..
                printf secret >right && printf guess >wrong && chmod 600 right wrong
                mosquitto_passwd -c -b passwords shelf secret && mosquitto_passwd -b passwords reader secret
                printf 'user reader\\ntopic read beckon/v1/#\\n' >access
                chmod 600 passwords access
                """, workspace.folder.path,
            ], output: workspace.file("made.log"))
        guard try await made.exitCode(within: .seconds(60)) == 0 else { throw HarnessError(made.text) }

        // Somebody may take a port between its choice and its use.
        for _ in 0..<5 where broker?.isRunning != true { try await listen(tls) }
    }

    private func listen(_ tls: String) async throws {
        var text = "per_listener_settings true\nuser root\n"
        for (name, settings) in [
            "PASSWORDS": """
            allow_anonymous false
            password_file \(workspace.file("passwords").path)
            acl_file \(workspace.file("access").path)
            """,
            "EXPIRED": "allow_anonymous true\ncertfile \(tls)/expired.pem\nkeyfile \(tls)/expired.key",
            "FUTURE": "allow_anonymous true\ncertfile \(tls)/future.pem\nkeyfile \(tls)/future.key",
            "CERTIFICATES": """
            certfile \(tls)/broker.pem
            keyfile \(tls)/broker.key
            cafile \(tls)/ca.pem
            require_certificate true
            use_identity_as_username true
            allow_anonymous false
            acl_file \(tls)/gateways.acl
            """,
        ] {
            let port = try Workspace.freePort()
            ports[name] = port
            text += "listener \(port) 127.0.0.1\n\(settings)\n"
        }
        let broker = try ChildProcess(
            "mosquitto", ["-c", try workspace.write("mosquitto.conf", text)], output: workspace.file("mosquitto.log"))
        try await eventually("mosquitto listens, or ends") {
            !broker.isRunning || ports.values.allSatisfy(Workspace.isListening)
        }
        self.broker = broker
    }

    /// The same with the listeners' names replaced by their ports.
    func placed(_ broker: String) -> String {
        ports.reduce(broker) { $0.replacingOccurrences(of: $1.key, with: "\($1.value)") }
    }
}
