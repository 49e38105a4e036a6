import Beacons
import Engagement
import Messages
import Testing

@Suite("Places")
struct PlaceTests {
    private static let uuid = "5a9e2c04-6b1d-4f38-9c57-d2e81a7b3f60"

    private func places(_ rows: String) throws(ImportError) -> Directory {
        let texts = [
            "styles.csv": "name,style,label,family,tags,is_lager\n", "items.csv": "id,name,style\n",
            "selections.csv": "selection,item,price,currency,stock\n",
            "places.csv": "uuid,major,minor,site,zone,min_dwell_s,labels\n" + rows,
        ]
        return try Directory(importing: texts.mapValues { Array($0.utf8) })
    }

    private func beacon(_ major: UInt16? = nil, _ minor: UInt16? = nil, uuid: String = uuid) throws -> Encounter.Beacon
    {
        Encounter.Beacon(
            uuid: try #require(BeaconUUID(uuid)), major: major, minor: minor, rssi: nil, proximity: nil)
    }

    @Test("The most specific place wins, down to the chain")
    func specific() throws {
        let directory = try places(
            """
            \(Self.uuid),,,,,,chain:x
            \(Self.uuid),1,,shop-1,,,city:y chain:x
            \(Self.uuid),1,7,shop-1,beer,30,
            """)
        let shelf = directory.place(for: try beacon(1, 7))
        #expect(shelf?.zone == "beer" && shelf?.minimumDwell == 30_000)
        #expect(directory.place(for: try beacon(1, 8))?.site == "shop-1")
        #expect(directory.place(for: try beacon(1, 8))?.labels == ["city:y", "chain:x"])
        let chain = directory.place(for: try beacon(2, 7))
        #expect(chain?.site == nil && chain?.labels == ["chain:x"])
        #expect(directory.place(for: try beacon(1, 7, uuid: "00000000-0000-0000-0000-000000000001")) == nil)
    }

    @Test("A phone that tells the UUID alone is at the only place of it, and where there are several, at none of them")
    func uuidOnly() throws {
        let one = "\(Self.uuid),1,7,shop-1,beer,,"
        #expect(try places(one).place(for: beacon())?.zone == "beer")
        #expect(try places(one).place(for: beacon(1))?.zone == "beer")
        #expect(try places(one).place(for: beacon(2)) == nil)
        let two = try places("\(one)\n\(Self.uuid),2,7,shop-2,beer,,")
        #expect(two.place(for: try beacon()) == nil)
        #expect(two.place(for: try beacon(2))?.site == "shop-2")
        let chain = try places("\(one)\n\(Self.uuid),,,,,,chain:x")
        #expect(chain.place(for: try beacon())?.labels == ["chain:x"])
    }

    @Test(
        "Each fault is named with its place",
        arguments: [
            ("x,,,shop,,,", "places.csv:2:1: uuid 'x' must be a UUID, not all zero"),
            ("00000000-0000-0000-0000-000000000000,,,shop,,,", "places.csv:2:1: uuid"),
            ("\(uuid),65536,,shop,,,", "places.csv:2:38: major '65536' must be a whole number from 0 to 65535"),
            ("\(uuid),,7,shop,,,", "places.csv:2:39: a minor needs its major"),
            ("\(uuid),,,,beer,,l", "places.csv:2:41: a zone needs the site that it is in"),
            ("\(uuid),,,Shop,,,", "places.csv:2:40: site 'Shop' must be a name of the configuration"),
            ("\(uuid),,,shop,,-1,", "places.csv:2:46: min_dwell_s '-1' must be a whole number from 0 to 3600"),
            ("\(uuid),,,,,,", "places.csv:2:1: a place needs a site or labels; else it says nothing"),
            ("\(uuid),,,shop,,,a a", "places.csv:2:47: labels 'a a' must be at most 16 different words"),
            ("\(uuid),,,a,,,\n\(uuid),,,b,,,", "places.csv:3:1: this beacon stands twice; remove one"),
        ])
    func fault(rows: String, expected: String) throws {
        let error = #expect(throws: ImportError.self) { _ = try places(rows) }
        let faults = try #require(error).faults.map(\.description)
        #expect(faults.contains { $0.hasPrefix(expected) }, "\(faults)")
    }
}
