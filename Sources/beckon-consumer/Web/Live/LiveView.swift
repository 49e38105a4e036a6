import Beacons
import Pages

/// What the operator's page shows at a moment.
struct LiveView: Sendable {
    let figures: LivePart
    let shoppers: LivePart
    let decisions: LivePart
    let counts: LivePart
    let gateways: LivePart
    /// How strongly a beacon is heard; it is asked when somebody looks.
    let signal: @Sendable (BeaconIdentity?) -> LivePart

    func page(showing beacon: BeaconIdentity?) -> LivePage {
        LivePage(
            title: "Beckon", subtitle: "the shops, live", top: [figures, signal(beacon)], left: [shoppers, decisions],
            right: [counts, gateways])
    }

    func parts(showing beacon: BeaconIdentity?) -> [LivePart] { page(showing: beacon).parts }
}
