/// Counts how often another client with our id took the session: two of them evict each other for ever.
struct TakeOvers {
    private var times: [Duration] = []

    /// Notes one at `now`, and gives the count within the last minute where it is above three.
    mutating func note(at now: Duration) -> Int? {
        times.removeAll { now - $0 >= .seconds(60) }
        times.append(now)
        return times.count > 3 ? times.count : nil
    }
}
