public import Beacons
import Engagement
import SQL

extension Schema {
    /// Beacons of people who opted out without having enrolled. Who enrolled has an answer among `visitor_consents`.
    static let optOuts = "CREATE TABLE opt_outs (beacon TEXT NOT NULL PRIMARY KEY, at INTEGER NOT NULL);"
}

extension ConsumerStore {
    /// The visitor refuses whatever they may be asked. To be called in a transaction.
    ///
    /// - Parameter now: Unix milliseconds.
    /// - Returns: what stands for them in the audit log; `nil`: they are not known any more.
    public func refuse(_ user: String, source: String, at now: Int64) throws(StoreError) -> String? {
        let alias = try database.first("SELECT alias FROM visitors WHERE id = ?", .text(user)) { $0.text(0) ?? "" }
        guard let alias else { return nil }
        for purpose in Consent.Purpose.allCases {
            try database.run(
                """
                INSERT INTO visitor_consents (visitor, purpose, state, at, source) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (visitor, purpose) DO UPDATE SET
                    state = excluded.state, version = NULL, text_hash = NULL, at = excluded.at, source = excluded.source
                """, .text(user), .text(purpose.rawValue), .text(Consent.State.refused.rawValue), .integer(now),
                .text(source))
        }
        try directoryHasChanged()
        return alias
    }

    /// Somebody whom nobody knows opts out. - Parameter now: Unix milliseconds.
    public func optOut(_ beacon: BeaconIdentity, at now: Int64) throws(StoreError) {
        try database.run(
            "INSERT INTO opt_outs (beacon, at) VALUES (?, ?) ON CONFLICT (beacon) DO NOTHING", .text("\(beacon)"),
            .integer(now))
    }

    public func optOuts() throws(StoreError) -> Set<BeaconIdentity> {
        let beacons = try database.all("SELECT beacon FROM opt_outs") { $0.text(0).flatMap { BeaconIdentity($0) } }
        return Set(beacons.compactMap(\.self))
    }
}
