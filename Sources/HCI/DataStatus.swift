/// Bits 5 and 6 of an extended report's event type.
enum DataStatus: UInt16 {
    case complete = 0
    case more = 1
    case truncated = 2
    case undefined = 3

    init(eventType: UInt16) {
        switch eventType >> 5 & 3 {
        case 0: self = .complete
        case 1: self = .more
        case 2: self = .truncated
        default: self = .undefined
        }
    }
}
