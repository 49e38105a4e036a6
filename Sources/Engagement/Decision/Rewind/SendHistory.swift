/// What shoppers were sent, in the order of time.
public struct SendHistory: Sendable {
    private var byUser: [String: [PastSend]] = [:]
    /// Unix milliseconds.
    private var bySite: [String: [Int64]] = [:]

    public init() {}

    public mutating func add(_ send: PastSend, to user: String, at site: String) {
        byUser[user, default: []].append(send)
        bySite[site, default: []].append(send.at)
    }

    func sends(of user: String, after time: Int64) -> [PastSend] {
        (byUser[user] ?? []).filter { $0.at > time }
    }

    /// How many a site was sent.
    func count(at site: String, after time: Int64) -> Int {
        bySite[site]?.reversed().prefix { $0 > time }.count ?? 0
    }
}
