/// Notices that another client takes the session from us, and we from it, for ever.
///
/// Brokers that speak MQTT 5 say so with reason 0x8E; Debian 12's mosquitto closes the connection without a word
/// (measured). So all accepted connections that were lost count.
struct Contest {
    private var losses: [Duration] = []

    /// Notes a loss at `now`, and gives the count within the last minute where it is above three.
    mutating func lost(at now: Duration) -> Int? {
        losses.removeAll { now - $0 >= .seconds(60) }
        losses.append(now)
        return losses.count > 3 ? losses.count : nil
    }
}
