import Messages

/// What a gateway said of itself last.
struct GatewayHealth {
    /// Names the run.
    let boot: String
    let state: Status.State
    let reason: String?
    /// Since when it has been so, Unix milliseconds.
    let since: Int64

    /// Characters of a boot that are kept: gateways say less.
    private static let longest = 200
    /// And of a reason, which says what to do.
    private static let longestReason = 400

    init(_ status: Status, after former: GatewayHealth?) {
        boot = String(status.boot.prefix(Self.longest))
        state = status.state
        reason = status.reason.map { $0.count > Self.longestReason ? "\($0.prefix(Self.longestReason))…" : $0 }
        let isSame = former?.boot == boot && former?.state == state && former?.reason == reason
        since = isSame ? former?.since ?? status.at : status.at
    }

    func isOfRun(_ boot: String) -> Bool { self.boot == boot.prefix(Self.longest) }
}
