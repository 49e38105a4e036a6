import Beacons
import Engagement
import Messages

/// What people want to see of the shops.
extension Consumer {
    struct SiteSurvey: Sendable {
        let configuration: SiteConfiguration
        let survey: SitePresence.Survey
        /// Why nobody there is told anything; `nil`: it is not paused.
        let pause: String?
        /// Whose the beacons are that we know.
        let users: [BeaconIdentity: String]
    }

    struct KnownGateway: Sendable {
        let id: GatewayID
        /// `nil`: nothing was heard of it.
        let health: GatewayHealth?
    }

    /// Who is where. - Parameter limit: the most shoppers of a site by name.
    func surveys(atMost limit: Int) -> [SiteSurvey] {
        look { core in
            core.sites.map { site in
                let survey = site.presence.survey(atMost: limit)
                let users = survey.latest.compactMap { shopper in
                    core.decider.directory.visitor(carrying: shopper.beacon).map { (shopper.beacon, $0.id) }
                }
                return SiteSurvey(
                    configuration: site.configuration, survey: survey, pause: core.pauses[site.configuration.name],
                    users: Dictionary(users) { first, _ in first })
            }
        }
    }

    /// Those that were heard, and those that a zone names.
    var gateways: [KnownGateway] {
        look { core in
            let named = core.sites.flatMap { site in
                site.configuration.zones.flatMap(\.gateways).map {
                    GatewayID(site: site.configuration.name, gateway: $0.gateway)
                }
            }
            return Set(named).union(core.gateways.keys).map { KnownGateway(id: $0, health: core.gateways[$0]) }
        }
    }

    /// Who hears a beacon, at any site, and whose it is, if we know.
    func hearings(of beacon: BeaconIdentity) -> (hearings: [SitePresence.Hearing], user: String?) {
        look { core in
            (
                core.sites.flatMap { $0.presence.hearings(of: beacon) },
                core.decider.directory.visitor(carrying: beacon)?.id
            )
        }
    }
}
