/// How often something has happened lately.
struct Recent {
    private let window: Int64
    private var times: [Int64] = []

    /// - Parameter window: µs that count as lately.
    init(within window: Int64) { self.window = window }

    mutating func add(_ now: Int64) {
        times.removeAll { $0 <= now - window }
        times.append(now)
    }

    func count(at now: Int64) -> Int { times.count { $0 > now - window } }

    /// When fewer than `limit` will be recent.
    func isBelow(_ limit: Int, from now: Int64) -> Int64 {
        let recent = times.filter { $0 > now - window }
        return recent.count < limit ? now : recent[recent.count - limit] + window
    }
}
