import Beacons
import Engagement
import Foundation
import SQL
import TestSupport
import Testing

@testable import ConsumerStore

@Suite struct DirectoryStoreTests {
    private let folder: TemporaryFolder
    private let day: Int64 = 86_400_000
    private let uuid = "41c08dfd-b719-4ccb-9d3b-5aa7c3860f89"
    private let user = "zz9-plural-z-alpha"
    private var beacon: String { "ibeacon:\(uuid):4242:2424" }

    init() throws { folder = try TemporaryFolder() }

    private var audit: AuditLog { AuditLog(in: folder.path, by: "test") }

    private func auditLines() throws -> [String] {
        try String(contentsOfFile: audit.path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    private func write(_ files: [String: String]) throws -> DirectoryFiles {
        let inbox = folder.path + "/inbox"
        try? FileManager.default.removeItem(atPath: inbox)
        try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: true)
        for (name, text) in files { try text.write(toFile: "\(inbox)/\(name)", atomically: true, encoding: .utf8) }
        return try DirectoryFiles(in: inbox)
    }

    private func shop(marketing: String = "granted") -> [String: String] {
        [
            "styles.csv": "name,style,label,family,tags,is_lager\nS,stout,stout,stout,roasty,no\n",
            "items.csv": "id,name,style\n1,Java,S\n",
            "selections.csv": "selection,item,price,currency,stock\nshelf,1,5,EUR,1\n",
            "visitors.json": """
            {"visitors": [
              {"id": "\(user)", "beacons": ["\(beacon)"], "locale": "fi",
               "consents": {"marketing": {"state": "\(marketing)", "version": "2", "text_hash": "ab",
                                          "at": "2026-01-01T00:00:00Z", "source": "till"}},
               "age_check": {"at_least": 18, "country": "FI", "method": "till", "at": "2026-01-01T00:00:00Z"},
               "likes": ["family:stout & tag:coffee", "tag:roasty"], "dislikes": ["tag:fruit"], "ratings": {"1": 4.5},
               "channels": ["ntfy:secret", "mqtt"]},
              {"id": "other", "beacons": ["ibeacon:\(uuid):1:1"]}
            ], "staff": ["ibeacon:\(uuid):9:9"]}
            """,
        ]
    }

    // MARK: - In and out

    @Test(arguments: StoreEngine.allCases)
    func `what is imported is what is loaded, exported, and imported elsewhere`(engine: StoreEngine) throws {
        let place = try Place(engine)
        let store = try place.open()
        let before = try store.directoryVersion()
        let new = try #require(try store.take(try write(shop()), at: 5, audit))
        #expect(try store.directoryVersion() > before)
        let stored = try place.open().directory().content
        #expect(stored.visitors.map(\.id) == ["other", user])
        #expect(Set(stored.visitors) == Set(new.visitors))
        #expect(stored.staff == new.staff)
        #expect(stored.files.keys.sorted() == ["items.csv", "selections.csv", "styles.csv"])

        let elsewhere = try Place(engine).open()
        let exported = try write(stored.allFiles.mapValues { String(decoding: $0, as: UTF8.self) })
        _ = try elsewhere.take(exported, at: 6, audit)
        #expect(try elsewhere.directory().content == stored)
    }

    @Test(arguments: StoreEngine.allCases)
    func `a file with faults changes nothing, and every fault has its path`(engine: StoreEngine) throws {
        let place = try Place(engine)
        let store = try place.open()
        _ = try store.take(try write(shop()), at: 5, audit)
        let before = try store.directory()
        let faulty = try write([
            "items.csv": "id,name,style\n1,Java,Stuot\n1,J,S\n",
            "selections.csv": "selection,item,price,currency,stock\nshelf,7,-5,EUR,1\n",
        ])
        let failure = #expect(throws: DirectoryFiles.Failure.self) { try store.take(faulty, at: 6, audit) }
        let inbox = folder.path + "/inbox"
        #expect(failure?.files == ["items.csv", "selections.csv"])
        #expect(
            failure?.description.split(separator: "\n").map(String.init) == [
                "\(inbox)/items.csv:2:8: style 'Stuot' is not in styles.csv; add it",
                "\(inbox)/selections.csv:2:7: item '7' is not in items.csv; add it, or remove this row",
                "\(inbox)/selections.csv:2:9: price '-5' must be an amount that is not negative, such as 6.90",
            ])
        let after = try store.directory()
        #expect(after.content == before.content && after.version == before.version)
    }

    @Test(arguments: StoreEngine.allCases)
    func `what was imported last is no news, also after a restart, and a changed file is`(engine: StoreEngine) throws {
        let place = try Place(engine)
        _ = try place.open().take(try write(shop()), at: 5, audit)
        let store = try place.open()
        let again = try store.take(try write(shop()), onlyNews: true, at: 6, audit)
        #expect(again == nil)
        let changed = try store.take(try write(shop(marketing: "refused")), onlyNews: true, at: 7, audit)
        #expect(changed?.files.keys.sorted() == ["visitors.json"])
    }

    @Test(arguments: StoreEngine.allCases)
    func `of two programs that import at once the second looks again`(engine: StoreEngine) throws {
        let place = try Place(engine)
        let first = try place.open()
        let second = try place.open()
        let stored = try first.directory()
        let new = try stored.importing(write(shop()).contents)
        _ = try second.take(try write(shop()), at: 5, audit)
        #expect(try !first.keep(new, over: stored))
        #expect(try first.keep(new, over: first.directory()))
    }

    @Test(arguments: StoreEngine.allCases)
    func `a beacon may go from one visitor to another, and one who is saved keeps what they stand for`(
        engine: StoreEngine
    )
        throws
    {
        let place = try Place(engine)
        let store = try place.open()
        _ = try store.take(try write(shop()), at: 5, audit)
        let alias = try store.aliases()[user]
        let other = """
            {"visitors": [{"id": "\(user)", "beacons": []}, {"id": "other", "beacons": ["\(beacon)"]}]}
            """
        _ = try store.take(try write(["visitors.json": other]), at: 6, audit)
        var visitors = try store.directory().content.visitors
        #expect(visitors[0].beacons.map(\.description) == [beacon])
        #expect(visitors[1].beacons.isEmpty && visitors[1].taste.likes.count == 2)
        visitors[1].channels = [.mqtt]
        let version = try store.directoryVersion()
        try store.save(visitors[1])
        #expect(try store.directory().content.visitors == visitors)
        #expect(try store.directoryVersion() > version)
        #expect(try store.aliases()[user] == alias)
    }

    // MARK: - Erasure

    /// Everything that there may be of one: decisions, a send, a visit, stays, an answer of a gateway.
    private func live(_ store: borrowing ConsumerStore) throws {
        let identity = try #require(BeaconIdentity(beacon))
        let visit = StoreVisit(beacon: identity, id: "shop/box:e:v1", since: 0, lastPresent: day)
        try store.save(visit, at: "shop")
        try store.noteLongStay(visit)
        _ = try store.isNew(source: "shop/box", epoch: "e", seq: 1, at: 0)
        let send = Reservation(
            id: "n1", user: user, site: "shop", visit: visit.id, item: "1", at: 5, expiresAt: 9,
            payload: Array("for \(user)".utf8))
        #expect(try store.reserve(send, under: RuleConfiguration()) == nil)
        let stored = try store.directory().content
        let opportunity = Opportunity(
            beacon: identity, visit: visit.id, zone: nil, trigger: .dwell, dwell: 60_000, required: 60_000)
        let decision = Decider(RuleConfiguration(), try Directory(stored)).decide(
            opportunity,
            .init(
                site: SiteConfiguration(name: "shop", timeZone: "UTC"), standing: .present, minuteOfDay: 720, sends: [],
                now: 5))
        try store.record(decision, opportunity, site: "shop", send: "n1", at: 5)
    }

    @Test(arguments: StoreEngine.allCases)
    func `an erased person is in no table and no byte of the files, and the others are as they were`(
        engine: StoreEngine
    )
        throws
    {
        let place = try Place(engine)
        let store = try place.open()
        _ = try store.take(try write(shop()), at: 5, audit)
        try live(store)
        let alias = try #require(try store.aliases()[user])
        let before = try engine.everything(in: store)
        let withID = Set(before.filter { $0.value.contains(user) }.keys)
        #expect(withID.isSuperset(of: ["visitors", "visitor_beacons", "visitor_tastes", "decisions", "sends", "caps"]))

        let erasure = try #require(try store.erase(user, gateways: ["shop/box-2"], at: 7))
        #expect(erasure.alias == alias)
        #expect(erasure.rows == ["visitors": 1, "decisions": 1, "sends": 1, "visits": 1, "long_stays": 1])
        for (table, rows) in try engine.everything(in: store) {
            #expect(!rows.contains(user), "\(table)")
            #expect(!rows.contains(beacon) || table == "forgets", "\(table)")
        }
        // The gateways have to be told which beacon it is; then that is gone, too.
        #expect(try store.forgetting(alias).missing == ["shop/box", "shop/box-2"])
        for forget in try store.openForgets() {
            #expect(try store.confirmForget(forget.id, by: forget.gateway, at: 8) == alias)
            #expect(try store.confirmForget(forget.id, by: forget.gateway, at: 9) == nil)
        }
        #expect(try store.forgetting(alias).confirmed == ["shop/box", "shop/box-2"])
        #expect(try engine.everything(in: store).values.allSatisfy { !$0.contains(beacon) })
        #expect(try store.directory().content.visitors.map(\.id) == ["other"])

        try store.scrub()
        for suffix in engine == .sqlite ? ["", "-wal"] : [] {
            let bytes = try Data(contentsOf: URL(filePath: place.file + suffix))
            #expect(bytes.range(of: Data(user.utf8)) == nil, "in the file \(suffix)")
            #expect(bytes.range(of: Data(beacon.utf8)) == nil, "in the file \(suffix)")
        }
        #expect(try auditLines().allSatisfy { !$0.contains(user) && !$0.contains(beacon) })
    }

    @Test(arguments: StoreEngine.allCases)
    func `who was erased does not come back by an import, unless it says so`(engine: StoreEngine) throws {
        let place = try Place(engine)
        let store = try place.open()
        _ = try store.take(try write(shop()), at: 5, audit)
        #expect(try store.erase(user, gateways: [], at: 6) != nil)
        #expect(try store.erase(user, gateways: [], at: 6) == nil)
        #expect(try store.isErased(user) && !store.isErased("other"))
        let new = try store.take(try write(shop()), at: 7, audit)
        #expect(new?.erased == 1)
        #expect(try store.directory().content.visitors.map(\.id) == ["other"])
        _ = try store.take(try write(shop()), again: true, at: 8, audit)
        #expect(try store.directory().content.visitors.map(\.id) == ["other", user])
        #expect(try !store.isErased(user))
    }

    @Test(arguments: StoreEngine.allCases)
    func `what is kept of a person is exported, table by table`(engine: StoreEngine) throws {
        let place = try Place(engine)
        let store = try place.open()
        _ = try store.take(try write(shop()), at: 5, audit)
        try live(store)
        let visitor = try #require(try store.directory().content.visitors.first { $0.id == user })
        let records = try store.records(of: visitor)
        let kept = ["decisions", "sends", "visits", "long_stays"]
        #expect(records.filter { !$0.rows.isEmpty }.map(\.table) == kept)
        #expect(records.allSatisfy { $0.rows.count <= 1 })
        #expect(records[1].rows[0].contains(.init(name: "payload", value: "for \(user)")))
        #expect(try store.records(of: Visitor(id: "other")).allSatisfy { $0.rows.isEmpty })
    }

    // MARK: - Retention and the audit log

    @Test(arguments: StoreEngine.allCases)
    func `each kind is kept for its time, and what the rules look back at for longer`(engine: StoreEngine) throws {
        let place = try Place(engine)
        let store = try place.open()
        _ = try store.take(try write(shop()), at: 5, audit)
        try live(store)
        var retention = Retention()
        #expect(try store.purge(retention, memory: 0, at: day) == ["caps": 1])
        #expect(try store.purge(retention, memory: 0, at: 2 * day + 1) == ["visits": 1])
        #expect(try store.purge(retention, memory: 0, at: 15 * day + 1) == ["long_stays": 1, "caps": 1])
        #expect(try store.purge(retention, memory: 0, at: 30 * day + 1)["watermarks"] == 1)
        #expect(try store.purge(retention, memory: 0, at: 90 * day + 6) == ["decisions": 1, "caps": 2])
        retention.sends = .seconds(86_400)
        #expect(try store.purge(retention, memory: 180 * day, at: 180 * day).isEmpty)
        #expect(try store.purge(retention, memory: 180 * day, at: 180 * day + 6) == ["sends": 1])
    }

    @Test(arguments: StoreEngine.allCases)
    func `the audit log says who enrolled and what they answered, by names that lead nowhere`(engine: StoreEngine)
        throws
    {
        let place = try Place(engine)
        let store = try place.open()
        _ = try store.take(try write(shop()), at: 5, audit)
        _ = try store.take(try write(shop(marketing: "refused")), at: 6, audit)
        let alias = try #require(try store.aliases()[user])
        let lines = try auditLines()
        #expect(
            lines[0].contains(#""action":"import","files":["items.csv","selections.csv","styles.csv","visitors.json"]"#)
        )
        #expect(
            lines.contains(
                #"{"at":"1970-01-01T00:00:00.005Z","by":"test","action":"consent","person":"\#(alias)","#
                    + #""purpose":"marketing","state":"granted","version":"2","text_hash":"ab","#
                    + #""answered_at":"2026-01-01T00:00:00.000Z","source":"till"}"#))
        #expect(lines.count { $0.contains("\"enrol\"") } == 2)
        // At the same time as the consent: the refusal.
        #expect(lines.last?.contains(#""state":"refused""#) == true)
        #expect(lines.allSatisfy { !$0.contains(user) })
    }
}

/// A folder of its own for each test.
