import Daemon
import Messages
import Outbox
import Presence
import Settings

/// Visits across a restart, and across a change of the configuration.
extension Gateway {
    /// Takes up what the run before knew; what has no place in the configuration ends.
    mutating func restore(_ saved: SavedPresence, _ names: [String], at clock: ClockReading) {
        let regions = configuration.presence.regions.map(\.name)
        var known = saved
        known.visits = []
        var strangers: [(visit: SavedVisit, region: String)] = []
        for (visit, name) in zip(saved.visits, names) {
            guard let region = regions.firstIndex(of: name) else {
                strangers.append((visit, name))
                continue
            }
            var visit = visit
            visit.region = region
            known.visits.append(visit)
        }
        for visit in pipeline.restore(known, maxAge: configuration.presence.restoreMaxAge) {
            strangers.append((visit, regions[visit.region]))
        }
        for (visit, region) in strangers { publisher.end(visit, region: region, at: clock) }
        publisher.publish(pipeline.takeOutputs(), at: clock)
    }

    /// Reads the configuration again and goes on with it. One that is wrong changes nothing.
    mutating func readAgain() {
        let next: Configuration
        do {
            next = try reload()
        } catch let errors as ConfigurationErrors {
            log.error("configuration", "nothing is changed, since the file is wrong", ["faults": errors.faults.count])
            for fault in errors.faults {
                log.error("configuration", fault.message, ["at": fault.place])
            }
            return
        } catch {
            log.error("configuration", "nothing is changed: \(error)")
            return
        }
        for (key, isOther) in [
            ("site", next.site != configuration.site), ("topics", next.topics != configuration.topics),
            ("gateway.id", next.gateway.id != configuration.gateway.id),
            ("gateway.source", next.gateway.source != configuration.gateway.source),
            ("gateway.adapters", next.gateway.adapters != configuration.gateway.adapters),
            ("gateway.scan", next.gateway.scan != configuration.gateway.scan),
            ("gateway.http", next.gateway.http != configuration.gateway.http),
            ("rewind", next.rewind != configuration.rewind), ("privacy", next.privacy != configuration.privacy),
            ("outbox.path", next.outbox.path != configuration.outbox.path),
        ] where isOther {
            log.warning("configuration", "\(key) has changed, which needs a restart; the rest is applied")
        }
        apply(next)
        log.info("configuration", "read again", ["configuration": next.fingerprint])
    }

    private mutating func apply(_ next: Configuration) {
        let clock = clock
        let former = configuration
        configuration = next
        configuration.site = former.site
        configuration.topics = former.topics
        log.level = Log.Level(rawValue: next.logLevel.rawValue) ?? .info

        let names = former.presence.regions.map(\.name)
        publisher.publish(pipeline.takeOutputs(), at: clock)
        var last: [PresenceOutput] = []
        pipeline.reconfigure(
            next.presence, former: next.presence.regions.map { names.firstIndex(of: $0.name) }, at: clock.now
        ) { last = $0 }
        page?.forget()
        publisher.publish(last, at: clock)
        publisher.apply(
            OutboxRules(next.outbox), regions: next.presence.regions.map(\.name), clearAfter: next.clearAfter)
        publisher.appendRegions(of: pipeline.engine, at: clock)
        updateHomeAssistant(before: former.homeAssistant)
        // To hear of Home Assistant it takes another connection.
        if next.gateway.broker != former.gateway.broker || next.homeAssistant && !former.homeAssistant {
            changeBroker()
        }
    }

    /// What the broker has not confirmed goes by the new connection.
    private mutating func changeBroker() {
        do throws(SystemError) {
            let will = identity.will(configuration: configuration.fingerprint)
            let next = try GatewayLink(
                configuration, topics: topics, gateway: identity.gateway, will: will, log: log)
            link.stop(farewell: nil)
            publisher.disconnected()
            link = next
            link.start()
        } catch {
            log.error("mqtt", "the old broker stays: \(error)")
        }
    }
}
