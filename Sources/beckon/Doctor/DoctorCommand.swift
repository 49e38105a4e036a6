import BlueZ
import Daemon
import Edge
import HCI
import Messages
import Presence
import Settings

extension Subcommand {
    static let doctor = Subcommand(
        command: Command(
            name: "beckon doctor",
            summary: """
                Finds out why a box does not do what it should, and says how to mend it.

                The first thing to run on a new box: it looks at the configuration, the radio, the adapter, what is in
                the air for 5 s, the broker, the clock and the disk. Where a gateway runs here it is left alone, and
                asked through the broker (cli.broker). The exit code is 1 where something must be mended.
                """,
            options: Listening.places + [
                .init("state", value: "DIR", "the gateway's state; default \(installedState), else as the gateway's"),
                .init("json", "each finding as a line of JSON"),
            ],
            example: """
                sudo beckon doctor
                beckon doctor --config config.yaml --source simulated
                """),
        run: { arguments in
            let listening = try Listening(arguments, needsRegions: true, for: .gateway)
            let output = OutputFile.standard()
            let style = Style()
            var isIll = false
            try Doctor(listening, state: arguments["state"]).examine { finding in
                isIll = isIll || finding.verdict == .fault
                try output.write(arguments.has("json") ? finding.json : Array(finding.text(style).utf8))
            }
            if isIll { ExitCode.failure.exit() }
        })

    /// Where the packaged unit keeps it.
    static let installedState = "/var/lib/beckon/gateway"
}

/// The examination of one box, in an order in which each finding explains those behind it.
struct Doctor {
    private let listening: Listening
    private let gateway: GatewayID
    private let state: String
    private let isNameGeneric: Bool

    /// How long is listened, seconds.
    private static let listeningTime = 5

    init(_ listening: Listening, state: String?) throws {
        self.listening = listening
        let configuration = listening.configuration
        let address = try? Adapter.find(configuration.gateway.adapters.first ?? .auto).address
        let automatic = GatewayName.automatic(adapter: address)
        isNameGeneric = GatewayName.isGeneric
        gateway = GatewayID(site: configuration.site, gateway: configuration.gateway.id ?? automatic)
        if state == nil, StateDirectory.user(of: Subcommand.installedState) != nil {
            self.state = Subcommand.installedState
        } else {
            self.state = try StateDirectory.path(option: state, name: "beckon-gateway-\(gateway.gateway)")
        }
    }

    func examine(_ tell: (Finding) throws -> Void) throws {
        let configuration = listening.configuration
        let machine = Machine.observed()
        let process = StateDirectory.user(of: state)
        try tell(
            Examination.gatewayName(
                gateway.description, isChosen: configuration.gateway.id != nil, isGeneric: isNameGeneric))
        try examineRadio(machine, process, tell)
        let signals = try Signals()
        let trial = try BrokerTrial(configuration, gateway, isRunning: process != nil, signals)
        let settings = BrokerTrial.settings(configuration, isRunning: process != nil)
        for finding in Examination.broker(trial, settings, gateway, process: process) { try tell(finding) }
        try tell(Examination.clock(machine))
        let outbox = configuration.outbox
        try tell(
            Examination.disk(
                state, free: Machine.freeSpace(at: state), needed: outbox.minFree, largest: outbox.maxSize))
    }

    private func examineRadio(_ machine: Machine, _ process: Int32?, _ tell: (Finding) throws -> Void) throws {
        let isReal = listening.source == .bluez
        if isReal {
            let adapters = Result { () throws(ScannerError) in try Adapter.list() }
            for choice in listening.configuration.gateway.adapters {
                let finding = Examination.adapter(adapters, choice, machine)
                try tell(finding)
                if finding.verdict == .fault { return }
            }
            if let finding = Examination.radioSwitch(machine) {
                try tell(finding)
                if finding.verdict == .fault { return }
            }
        }
        if let process {
            // Two scanners of one adapter would fight; what the running one hears is in its status.
            if isReal, let rights = Machine.capabilities(of: process) {
                try tell(Examination.rights(ofGateway: rights))
            }
            return
        }
        var survey = AirSurvey(listening.configuration.presence.regions)
        do {
            try listening.run(into: &survey, atMost: .seconds(Self.listeningTime), log: .silent)
        } catch let failure as CommandFailure {
            return try tell(.fault("air", "not heard", advice: failure.description))
        }
        if isReal, let finding = Examination.bluetoothd(machine, changes: survey.scanChanges) { try tell(finding) }
        let findings = Examination.air(
            reports: survey.reports, Array(survey.beacons.values), listening.configuration.presence.regions,
            seconds: Self.listeningTime)
        for finding in findings { try tell(finding) }
    }
}
