extension ReportDecoder {
    /// Whether a packet reports anything but emptiness, judged by its first report alone: a sign that the radio hears,
    /// without decoding.
    public static func hasContent(_ packet: Span<UInt8>) -> Bool {
        guard packet.count > HCI.eventHeader + 2, packet[0] == HCI.eventPacket, packet[1] == HCI.leMeta else {
            return false
        }
        let length: Int
        switch packet[3] {
        case HCI.advertisingReport: length = 13
        case HCI.extendedReport: length = 28
        default: return false
        }
        return packet[4] > 1 || packet.count > length && packet[length] >= shortestContent
    }

    /// Bytes of the shortest AD structure with a payload; a controller that reports only emptiness is not hearing.
    public static let shortestContent = 3
}
