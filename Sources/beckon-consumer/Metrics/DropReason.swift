import Messages

/// Why a message counts for nothing.
enum DropReason: CustomStringConvertible {
    case unknownTopic
    case tooLong
    case payload(PayloadError)
    /// It speaks for another than its topic does.
    case forged
    case stale

    /// For the metrics.
    var label: String {
        switch self {
        case .unknownTopic: "unknown_topic"
        case .tooLong: "too_long"
        case .payload: "payload"
        case .forged: "forged"
        case .stale: "stale"
        }
    }

    var description: String {
        switch self {
        case .unknownTopic: "no topic of the contract"
        case .tooLong: "longer than 64 KiB"
        case .payload(let error): error.description
        case .forged: "forged"
        case .stale: "stale_event"
        }
    }
}
