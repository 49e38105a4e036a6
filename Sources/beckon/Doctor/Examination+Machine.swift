import BlueZ
import HCI
import Messages

/// What the machine's state means for a gateway.
enum Examination {
    /// 2026-01-01T00:00:00Z, Unix milliseconds: this program is younger.
    private static let programsAge: Int64 = 1_767_225_600_000
    /// Bits of CAP_NET_ADMIN and CAP_NET_RAW (capability.h).
    private static let capabilities: UInt64 = 1 << 12 | 1 << 13

    static func radioSwitch(_ machine: Machine) -> Finding? {
        let subject = "radio switch"
        if let hard = machine.switches.first(where: \.isHardBlocked) {
            return .fault(
                subject, "\(hard.name) is switched off by a key or switch of the box",
                advice: "turn it on there, or in the firmware's setup")
        }
        if let soft = machine.switches.first(where: \.isSoftBlocked) {
            return .fault(
                subject, "\(soft.name) is switched off by software (rfkill)",
                advice: "rfkill unblock bluetooth; the gateway hears again by itself")
        }
        return machine.switches.isEmpty ? nil : .good(subject, "on")
    }

    /// - Parameters:
    ///   - adapters: those that the kernel knows, or why it does not say.
    ///   - choice: which of them the configuration wants.
    static func adapter(
        _ adapters: Result<[Adapter], ScannerError>, _ choice: AdapterChoice, _ machine: Machine
    ) -> Finding {
        let subject = "adapter"
        switch adapters {
        case .failure(let error):
            let place = machine.isContainer ? "in this container" : "on this machine"
            return .fault(subject, "none \(place)", advice: error.description)
        case .success(let present):
            do throws(ScannerError) {
                let adapter = try choice.pick(from: present)
                return .good(subject, "\(adapter)\(adapter.isUp ? "" : ", without power yet")")
            } catch {
                return .fault(subject, "not there", advice: error.description)
            }
        }
    }

    /// - Parameter gateway: the running gateway's capabilities.
    static func rights(ofGateway capabilities: UInt64) -> Finding {
        let missing = ["CAP_NET_ADMIN": 1 << 12 as UInt64, "CAP_NET_RAW": 1 << 13].filter {
            capabilities & $0.value == 0
        }
        guard missing.isEmpty else {
            return .fault(
                "rights", "the running gateway lacks \(missing.keys.sorted().joined(separator: " and "))",
                advice: ScannerError.notPermitted("capabilities").description)
        }
        return .good("rights", "the running gateway may scan, and mend its adapter")
    }

    /// - Parameter changes: how often another has touched the scan while we listened.
    static func bluetoothd(_ machine: Machine, changes: UInt64) -> Finding? {
        let subject = "bluetoothd"
        guard changes > 0 else { return machine.bluetoothd.map { .good(subject, "runs (\($0)), and lets us scan") } }
        let who = machine.bluetoothd.map { "bluetoothd (\($0)) or a program that uses it" } ?? "another program"
        return .warning(
            subject, "\(who) changed the scan \(changes) times in 5 s",
            advice: "the gateway takes it back within 0.5 s; to end it, stop what searches (bluetoothctl scan off), or "
                + "systemctl disable --now bluetooth, or set gateway.scan.exclusive: true")
    }

    static func clock(_ machine: Machine) -> Finding {
        let subject = "clock"
        let advice =
            "install systemd-timesyncd or chrony, and let the box reach a time server (UDP port 123); events carry true "
            + "times, and shoppers are told, from then on"
        guard machine.time >= programsAge else {
            return .fault(subject, "it is \(Timestamp.text(machine.time)) here, which is past", advice: advice)
        }
        return machine.isClockSynced
            ? .good(subject, "\(Timestamp.text(machine.time)), synchronised")
            : .fault(subject, "\(Timestamp.text(machine.time)), and nobody keeps it right", advice: advice)
    }

    /// - Parameters:
    ///   - free: bytes; `nil`: not told.
    ///   - needed: bytes that must stay free.
    ///   - largest: bytes that what waits may take.
    static func disk(_ folder: String, free: Int64?, needed: Int64, largest: Int64) -> Finding {
        let subject = "disk"
        guard let free else {
            return .fault(
                subject, "\(folder) cannot be looked at", advice: "mount its disk, or give --state another folder")
        }
        let saw = "\(free >> 20) MiB free at \(folder)"
        if free <= needed {
            return .fault(
                subject, "\(saw), and \(needed >> 20) MiB must stay so",
                advice: "make room, or lower outbox.min_free: until then the oldest events give way")
        }
        if free - needed < largest {
            return .warning(
                subject, "\(saw): less than two days without a broker may need",
                advice: "make room for \((largest + needed) >> 20) MiB, or lower outbox.max_size")
        }
        return .good(subject, saw)
    }

    /// - Parameters:
    ///   - isChosen: the configuration says it.
    ///   - hostName: of the machine.
    static func gatewayName(_ name: String, isChosen: Bool, isGeneric: Bool) -> Finding {
        let subject = "gateway id"
        guard !isChosen, isGeneric else {
            return .good(subject, isChosen ? "\(name), as configured" : "\(name), of the host")
        }
        return .warning(
            subject, "\(name): many boxes have this host name, so digits of the adapter or the machine were added",
            advice: "give the box a name of its own: gateway.id, or hostnamectl set-hostname")
    }
}
