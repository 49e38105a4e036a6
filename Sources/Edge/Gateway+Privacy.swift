import Beacons
import Daemon
import Messages
import Outbox
import SQLite

/// Who opted out is dropped, and what is known of them lost.
extension Gateway {
    /// At the start. The list of the run before holds, also where the broker is away.
    mutating func adopt(_ privacy: Privacy?) throws(SQLiteError) {
        pipeline.privacy = privacy
        guard let privacy else { return }
        if let payload = try publisher.outbox.denyList(), let list = try? DenyList(parsing: payload) {
            _ = privacy.apply(list)
        }
        if privacy.dropsSome { forgetUnwanted(privacy, at: clock) }
    }

    /// The site's consumer says whom to drop.
    mutating func take(denyList payload: [UInt8], at clock: ClockReading) {
        guard let privacy = pipeline.privacy else {
            return log.limited(
                .warning, "privacy", "who opted out is heard all the same: give privacy.key_file, the consumer's key")
        }
        // Cleared: what was said holds.
        guard !payload.isEmpty else { return }
        let list: DenyList
        do throws(PayloadError) {
            list = try DenyList(parsing: payload)
        } catch {
            return log.limited(
                .error, "privacy", "the list of who opted out cannot be read; the one before holds", ["why": error])
        }
        switch privacy.apply(list) {
        case .nothing: break
        case .refused: log.limited(.error, "privacy", "no list that holds here", ["why": privacy.fault ?? ""])
        case .audience:
            do throws(SQLiteError) {
                try publisher.outbox.keep(denyList: payload)
            } catch {
                log.limited(.error, "outbox", "the list of who opted out is not kept", ["fault": error])
            }
            forgetUnwanted(privacy, at: clock)
            log.info(
                "privacy", "list of who opted out", ["mode": list.mode.rawValue, "hashes": list.hashes.count])
        }
    }

    private mutating func forgetUnwanted(_ privacy: Privacy, at clock: ClockReading) {
        let isUnwanted: (BeaconIdentity) -> Bool = { !privacy.admits($0) }
        publisher.send(nothingOf: isUnwanted)
        publisher.publish(pipeline.takeOutputs(), at: clock)
        let visits = pipeline.erase(where: isUnwanted)
        do throws(SQLiteError) {
            let events = try publisher.erase(visits, where: isUnwanted, at: clock, engine: pipeline.engine)
            if events == nil {
                log.limited(.error, "outbox", "what is known of who opted out stays on the disk, which takes nothing")
            }
        } catch {
            log.limited(.error, "outbox", "what is known of who opted out stays on the disk", ["fault": error])
        }
        publisher.publish(pipeline.takeOutputs(), at: clock)
        guard !visits.isEmpty else { return }
        // Who was here a moment ago is in the record.
        if let rewindFolder { pipeline.dropRecord(in: rewindFolder, at: now) }
        log.info("privacy", "visits forgotten", ["visits": visits.count])
    }
}
