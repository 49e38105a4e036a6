public import Beacons
import Engagement
public import SQLite

extension Schema {
    /// Beacons of people who opted out without having enrolled. Who enrolled has an answer among `visitor_consents`.
    static let optOuts = "CREATE TABLE opt_outs (beacon TEXT NOT NULL PRIMARY KEY, at BIGINT NOT NULL);"
}

extension ConsumerStore {
    /// The visitor refuses whatever they may be asked. To be called in a transaction.
    ///
    /// - Parameter now: Unix milliseconds.
    /// - Returns: what stands for them in the audit log; `nil`: they are not known any more.
    public func refuse(_ user: String, source: String, at now: Int64) throws(SQLiteError) -> String? {
        for purpose in Consent.Purpose.allCases {
            try connection.run(
                """
                INSERT INTO visitor_consents (visitor, purpose, state, at, source)
                SELECT id, ?, ?, ?, ? FROM visitors WHERE id = ?
                ON CONFLICT (visitor, purpose) DO UPDATE SET
                    state = excluded.state, version = NULL, text_hash = NULL, at = excluded.at, source = excluded.source
                """, .text(purpose.rawValue), .text(Consent.State.refused.rawValue), .integer(now), .text(source),
                .text(user))
        }
        try directoryHasChanged()
        return try connection.first("SELECT alias FROM visitors WHERE id = ?", .text(user)) {
            row throws(SQLiteError) in row.text(0) ?? ""
        }
    }

    /// Somebody whom nobody knows opts out. - Parameter now: Unix milliseconds.
    public func optOut(_ beacon: BeaconIdentity, at now: Int64) throws(SQLiteError) {
        try connection.run(
            "INSERT INTO opt_outs (beacon, at) VALUES (?, ?) ON CONFLICT (beacon) DO NOTHING", .text("\(beacon)"),
            .integer(now))
    }

    public func optOuts() throws(SQLiteError) -> Set<BeaconIdentity> {
        let beacons = try connection.all("SELECT beacon FROM opt_outs") { row throws(SQLiteError) in
            row.text(0).flatMap { BeaconIdentity($0) }
        }
        return Set(beacons.compactMap(\.self))
    }
}
