import Glibc
public import HCI

/// Why there is no scan, and what to do about it.
public enum ScannerError: Error, Hashable, Sendable {
    /// The kernel, or this container, has no Bluetooth sockets.
    case noBluetooth
    case noAdapter(AdapterChoice, present: [Adapter])
    /// A capability is missing.
    case notPermitted(String)
    /// The radio switch is off.
    case blocked(String)
    case adapterDown
    /// Someone switches it off again and again.
    case switchedOff
    case adapterGone
    /// Another program replaces our scan again and again.
    case contended
    case noAnswer(HCICommand)
    case refused(HCICommand, HCIStatus)
    /// We should have the adapter alone, and have to share it.
    case notAlone
    /// There was no time to wait for an answer.
    case interrupted
    case system(call: String, code: Int32)

    /// What `errno` after `call` means.
    init(call: String, code: Int32) {
        self =
            switch code {
            case EAFNOSUPPORT, EPROTONOSUPPORT: .noBluetooth
            case EPERM, EACCES: .notPermitted(call)
            case ERFKILL: .blocked(call)
            case ENETDOWN: .adapterDown
            case EPIPE, ENODEV, ENOTCONN, ECONNRESET: .adapterGone
            default: .system(call: call, code: code)
            }
    }
}

extension ScannerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noBluetooth:
            "no Bluetooth here: the kernel offers no Bluetooth sockets. On a machine of its own: `modprobe bluetooth` "
                + "(Debian's kernels for clouds do not have it). In a container: run it with the host's network and "
                + "without user namespace (`--network host --cap-add NET_RAW --cap-add NET_ADMIN`)"
        case .noAdapter(.auto, _):
            "no Bluetooth adapter: plug one in, or load its driver (`ls /sys/class/bluetooth` shows what is there)"
        case .noAdapter(let choice, let present):
            "no Bluetooth adapter \(choice): there is "
                + (present.isEmpty ? "none" : present.map(\.description).joined(separator: ", "))
        case .notPermitted(let call):
            "not permitted (\(call)): in a systemd unit `AmbientCapabilities=CAP_NET_RAW CAP_NET_ADMIN`, by hand "
                + "`sudo setcap cap_net_raw,cap_net_admin+ep` on the program"
        case .blocked: "the radio is switched off: `rfkill unblock bluetooth`, or its hardware switch"
        case .adapterDown: "the adapter is down: `bluetoothctl power on`, or give the program CAP_NET_ADMIN"
        case .switchedOff:
            "someone switches the adapter off again and again: find out who (`btmon` shows it), or give it to us alone "
                + "(`exclusive: true`)"
        case .contended:
            "another program replaces our scan again and again: stop it, or give us the adapter alone "
                + "(`exclusive: true`)"
        case .adapterGone: "the adapter is gone: plug it in again"
        case .noAnswer(let command):
            "the controller does not answer command \(command.name): unplug it and plug it in again"
        case .refused(let command, let status):
            "the controller refuses command \(command.name) with \(status): stop whatever else uses it, or unplug it "
                + "and plug it in again"
        case .notAlone:
            "another program holds the adapter that `exclusive: true` should give us alone: stop it (`systemctl disable "
                + "--now bluetooth`) and restart us"
        case .interrupted: "interrupted"
        case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
        }
    }
}

extension HCICommand {
    fileprivate var name: String {
        let digits = String(opcode, radix: 16)
        return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
