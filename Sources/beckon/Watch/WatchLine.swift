import Daemon
import Glibc
import JSON
import MQTT
import Messages

/// One message of the broker on one line.
struct WatchLine {
    private let message: ReceivedMessage
    private let topic: Topic?
    private let content: JSONValue?

    init(_ message: ReceivedMessage, _ topics: Topics) {
        self.message = message
        topic = topics.parse(message.topic)
        content = try? JSONValue(parsing: message.payload)
    }

    /// `{"topic":…,"retained":…,"payload":…}`; what is no JSON is a string, what is cleared null.
    var json: [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.field("topic", message.topic)
            $0.field("retained", message.isRetained)
            $0.name("payload")
            if let content {
                $0.value(content)
            } else if message.payload.isEmpty {
                $0.null()
            } else {
                $0.string(String(decoding: message.payload, as: UTF8.self))
            }
        }
        return json.bytes
    }

    /// For people: when, where, what, who, and how.
    func text(_ style: Style) -> String {
        let (place, what, who, how) = parts
        let shown = LogLine.escaped(what)
        let coloured =
            switch what {
            case "enter", "online", "present": style.green(shown)
            case "exit", "lost", "absent": style.red(shown)
            case "degraded", "offline", "cleared": style.yellow(shown)
            case "notify", "tap": style.bold(shown)
            default: shown
            }
        let line = "\(style.dim(time))  \(LogLine.escaped(place))  \(coloured)"
        let rest = [who, how].filter { !$0.isEmpty }.map { LogLine.escaped($0) }
        guard !rest.isEmpty else { return line }
        let padding = String(repeating: " ", count: max(9 - shown.count, 0))
        return line + padding + "  " + rest.joined(separator: "  ")
    }

    private var parts: (place: String, what: String, who: String, how: String) {
        let data = content?["data"]
        switch topic {
        case .event(let box, let type, let region, let subject):
            return ("\(box)/\(region)", type.rawValue, subject.text, Self.details(data))
        case .presence(let box, let region, let subject):
            return ("\(box)/\(region)", content?["state"]?.string ?? "cleared", subject.text, Self.details(content))
        case .visit(let site, let type, let zone, let subject):
            return ("\(site)/\(zone ?? "_store")", type.rawValue, subject.text, Self.details(data))
        case .lost(let box): return ("\(box)", "lost", "", Self.details(data))
        case .status(let box):
            return ("\(box)", content?["state"]?.string ?? "cleared", "", content?["reason"]?.string ?? "")
        case .notify(let user):
            return (user, "notify", data?["title"]?.string ?? "", data?["body"]?.string ?? "")
        default:
            let payload = String(decoding: message.payload.prefix(Self.longest), as: UTF8.self)
            return (message.topic, "", payload, "")
        }
    }

    /// Bytes of a payload of which nothing is known.
    private static let longest = 300

    /// The fields that a person asks for first.
    private static func details(_ data: JSONValue?) -> String {
        var details: [String] = []
        func add(_ name: String, _ show: (JSONValue) -> String?) {
            if let value = data?[name], let text = show(value) { details.append(text) }
        }
        add("reason", \.string)
        add("from") { from in from.string.map { "\($0) → \(data?["to"]?.string ?? "?")" } }
        add("dwell_ms") { $0.int.map { "after \(seconds($0))" } }
        add("threshold_ms") { $0.int.map { "for \(seconds($0))" } }
        add("hold_ms") { $0.int.map { "held \(seconds($0))" } }
        add("count") { $0.int.map { "\($0) events" } }
        add("rssi") { $0.double.map { "\(rounded($0)) dBm" } }
        add("distance_m") { $0.double.map { "\(rounded($0)) m" } }
        add("proximity", \.string)
        for flag in ["replayed", "simulated"] { add(flag) { $0.bool == true ? flag : nil } }
        return details.joined(separator: " ")
    }

    private static func seconds(_ milliseconds: Int64) -> String { "\(rounded(Double(milliseconds) / 1000)) s" }

    /// To one decimal; what is beyond all measure as it is.
    private static func rounded(_ number: Double) -> String {
        guard abs(number) < 1e9 else { return "\(number)" }
        let tenths = Int((number * 10).rounded())
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    }

    /// The wall clock's, here.
    private var time: String {
        let text = content?["time"]?.string ?? content?["at"]?.string
        guard let milliseconds = text.flatMap(Timestamp.milliseconds) else { return "--:--:--" }
        var seconds = time_t(milliseconds / 1000)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
