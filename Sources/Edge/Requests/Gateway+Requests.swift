import Beacons
import Daemon
import JSON
import Messages
import Outbox
import Presence
import SQLite
import Settings

/// What the gateway is asked and told over MQTT.
extension Gateway {
    mutating func answer(_ inquiry: Inquiry, at clock: ClockReading) {
        let verdict = budget.verdict(at: now)
        if case .ignore = verdict {
            return log.limited(.warning, "request", "not answered: too many of them")
        }
        switch inquiry.reading(by: identity.gateway, topics) {
        case .unanswerable(let why):
            log.limited(.warning, "request", "not answered", ["because": why])
        case .fault(let fault, let asker): reply(.failure(code: fault.code, message: fault.message), to: asker)
        case .question(let question, let asker):
            if case .refuse = verdict {
                return reply(.failure(code: "rate_limited", message: "too many requests; ask again later"), to: asker)
            }
            log.info("request", "\(question.word)", ["from": asker.topic.client])
            do throws(RequestFault) {
                reply(.success(try result(of: question, at: clock)), to: asker)
            } catch {
                reply(.failure(code: error.code, message: error.message), to: asker)
            }
        }
    }

    private mutating func reply(_ outcome: Response.Outcome, to asker: Inquiry.Asker) {
        let response = Response(id: asker.id, outcome: outcome)
        publisher.append(
            Outgoing(topic: asker.topic, payload: response.rendered(), correlation: asker.correlation))
    }

    private mutating func result(
        of question: Request.Question, at clock: ClockReading
    ) throws(RequestFault) -> [JSONValue.Member] {
        do {
            switch question {
            case .state(let region, let subject):
                return try state(of: region, subject, at: clock).members
            case .rescan: return try rescan()
            case .logLevel(let level): return changeLevel(to: level)
            case .forget(let whom): return try forget(whom, at: clock)
            case .outbox(let order): return try carryOut(order, at: clock).members
            }
        } catch let fault as RequestFault {
            throw fault
        } catch {
            throw RequestFault("outbox", "\(error)")
        }
    }

    // MARK: Orders

    private func rescan() throws(RequestFault) -> [JSONValue.Member] {
        let count = source.beginAnew()
        guard count > 0 else {
            throw RequestFault("no_adapter", "the source is a capture or a simulation: there is nothing to scan anew")
        }
        return [.init("adapters", .integer(Int64(count)))]
    }

    private func changeLevel(to wanted: Request.LogLevel) -> [JSONValue.Member] {
        let before = log.level
        let level = Log.Level(rawValue: wanted.rawValue) ?? .info
        // Said by the level that says more.
        log.level = min(before, level)
        log.warning(
            "log", "another level by request, until the configuration is read again or the gateway starts again",
            ["level": level.rawValue, "before": before.rawValue])
        log.level = level
        return [.init("level", .string(level.rawValue)), .init("before", .string(before.rawValue))]
    }

    private mutating func forget(_ whom: Request.Forgotten, at clock: ClockReading) throws -> [JSONValue.Member] {
        let isErased: (BeaconIdentity) -> Bool
        switch whom {
        // By its identity or, where messages give one, its pseudonym.
        case .subject(let text):
            let context = publisher.context(at: clock)
            isErased = { Subject($0).text == text || context.subject($0).text == text }
        case .hash(let text):
            guard let privacy = pipeline.privacy else {
                throw RequestFault("no_key", "this gateway makes no hashes; give the subject")
            }
            guard let hash = DenyList.hash(text) else {
                throw RequestFault("bad_request", "the hash is not 13 characters of base 32")
            }
            isErased = { privacy.hash(hash, isOf: $0) }
        }
        publisher.publish(pipeline.takeOutputs(), at: clock)
        let visits = pipeline.erase(where: isErased)
        // Who was erased may be in any part of the record.
        if let rewindFolder { pipeline.dropRecord(in: rewindFolder, at: now) }
        let events = try publisher.erase(visits, where: isErased, at: clock, engine: pipeline.engine)
        publisher.publish(pipeline.takeOutputs(), at: clock)
        guard let events else {
            throw RequestFault(
                "outbox", "forgotten but for what waits to be sent, since the disk takes nothing; ask again later")
        }
        // Who it was is nobody's concern any more.
        log.info("request", "a beacon is erased", ["visits": visits.count, "events": events])
        return [.init("visits", .integer(Int64(visits.count))), .init("events", .integer(Int64(events)))]
    }

    private mutating func carryOut(_ order: Request.OutboxOrder, at clock: ClockReading) throws -> OutboxReport {
        var dropped: Int?
        switch order {
        case .list: break
        case .drain: publisher.drain()
        case .drop:
            dropped = try publisher.dropAll(at: clock, engine: pipeline.engine)
            guard let dropped else { throw RequestFault("outbox", "the disk takes nothing; ask again later") }
            log.warning("outbox", "what waited is given up by request", ["events": dropped])
        case .dropDead: try publisher.outbox.dropDead()
        }
        var report = try publisher.report()
        report.dropped = dropped.map { UInt64(clamping: $0) }
        return report
    }

    // MARK: The state

    /// Bytes of an answer are bounded by this: about 300 a visit.
    private static let mostVisits = 150

    private func state(
        of region: String?, _ subject: String?, at clock: ClockReading
    ) throws(RequestFault) -> GatewayState {
        let names = configuration.presence.regions.map(\.name)
        if let region, !names.contains(region) { throw RequestFault("unknown_region", "there is no region \(region)") }
        let context = publisher.context(at: clock)
        var visits: [GatewayState.Visit] = []
        var isCut = false
        var holding: Set<Int> = []
        pipeline.engine.forEachVisit { visit in
            guard region == nil || names[visit.region] == region else { return }
            let text = context.subject(visit.beacon).text
            guard subject == nil || text == subject else { return }
            holding.insert(visit.region)
            guard visits.count < Self.mostVisits else { return isCut = true }
            visits.append(
                GatewayState.Visit(
                    region: names[visit.region], subject: text, presence: context.presence(visit).payload))
        }
        var regions: [GatewayState.Region] = []
        for (index, name) in names.enumerated() where region == nil || name == region {
            var occupancy = context.region(pipeline.engine.state(of: index), at: clock.now).payload
            if subject != nil {
                // Of one beacon: inside, or outside if we can know.
                occupancy.count = holding.contains(index) ? 1 : 0
                if occupancy.state != .unknown { occupancy.state = occupancy.count > 0 ? .inside : .outside }
            }
            regions.append(GatewayState.Region(region: name, occupancy: occupancy))
        }
        return GatewayState(
            status: status(.online), regions: regions, visits: visits, isCut: isCut,
            waiting: UInt64(clamping: publisher.outbox.state.waiting))
    }
}

extension Request.Question {
    /// For the log.
    fileprivate var word: String {
        switch self {
        case .state: "state"
        case .rescan: "rescan"
        case .logLevel: "loglevel"
        case .forget: "forget"
        case .outbox(let order): "outbox \(order.rawValue)"
        }
    }
}

extension Topic {
    /// Of a response.
    fileprivate var client: String {
        if case .response(_, let client) = self { client } else { "" }
    }
}
