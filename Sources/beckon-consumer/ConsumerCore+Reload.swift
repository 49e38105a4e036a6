import ConsumerStore
import Engagement

/// Another reading of the configuration, while people are in the stores.
extension ConsumerCore {
    /// Goes on by `plan`. Every site of before is in it: visits go on.
    ///
    /// - Returns: what follows at once, as where a shorter dwell has been reached.
    mutating func use(
        _ plan: PartitionPlan, at now: Int64, in store: borrowing ConsumerStore
    ) throws(StoreError) -> [ConsumerOutput] {
        decider = Decider(plan.rules, decider.directory)
        privacy.readers = plan.readers
        (delivery.servers, delivery.templates) = (plan.servers, plan.templates)
        for configuration in plan.sites {
            if let index = index(of: configuration.name) {
                sites[index].configuration = configuration
                sites[index].presence.reconfigure(
                    configuration, plan.rules, storeRegions: plan.storeRegions, at: now)
            } else {
                _ = try add(configuration, storeRegions: plan.storeRegions, from: store, at: now)
                isDenyListDue = true
            }
        }
        return try work(at: now, in: store) { _, _ throws(StoreError) in }
    }

    /// The gateways that may speak here. Who is new must be heard from the beginning.
    var knownGateways: [String: Set<String>] {
        Dictionary(
            sites.map { ($0.configuration.name, Set($0.configuration.zones.flatMap(\.gateways).map(\.gateway))) }
        ) { first, _ in first }
    }
}
