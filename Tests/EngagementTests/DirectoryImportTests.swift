import Beacons
import Engagement
import Testing

@Suite("Importing a directory")
struct DirectoryImportTests {
    /// The least that is a directory.
    private static let small: [String: String] = [
        "visitors.json": #"""
        {"visitors": [
          {"id": "ann", "beacons": ["ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:1:1"],
           "consents": {"presence": {"state": "granted", "version": "1", "text_hash": "ab", "at": "1970-01-01T00:00:01Z",
                                     "source": "till"}, "marketing": {"state": "refused"}},
           "locale": "fi", "age_check": {"at_least": 18, "country": "FI", "method": "id_card"},
           "likes": ["tag:coffee", "family:stout & tag:roasty"], "dislikes": ["family:lager"], "ratings": {"1": 4.5}}
        ], "staff": ["ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:9:1"]}
        """#,
        "styles.csv": """
        name,style,label,family,tags,is_lager,bjcp,abv_min,abv_max,ibu_min,ibu_max
        Stout,stout,stout,stout,roasty dark,no,15B,4,5,25,45
        ,other_beer,beer,other,,no,,,,,
        Pils,german_pils,German Pils,pilsner,pale,yes,5D,,,22,40
        """,
        "items.csv": """
        id,name,style,brewery,abv,ibu,tags\r
        1,"Java ""Black"", Stout",Stout,7,4.5,,nitro\r
        2,Plain,,,,12,\r
        """,
        "breweries.csv": "id,name\n7,Brewer & Sons\n",
        "ratings.csv": "item,mean,deviation,count\n1,4.0,0.5,100\n",
        "selections.csv": "selection,item,price,currency,stock\nshelf,1,6.9,EUR,3\nshelf,2,0.05,EUR,0\n",
        "promotions.csv": """
        id,site,item,kind,label,from,until,priority
        p,shop,1,multi_buy,2 for 10,1970-01-01T00:00:00Z,1970-01-01T00:00:02Z,7
        """,
    ]

    private static func directory(_ changes: [String: String?] = [:]) throws -> Directory {
        let texts = small.merging(changes.compactMapValues(\.self)) { $1 }
        let kept = texts.filter { name, _ in changes[name].map { $0 != nil } ?? true }
        return try Directory(importing: kept.mapValues { Array($0.utf8) })
    }

    private static func faults(_ changes: [String: String?]) throws -> [String] {
        let error = #expect(throws: ImportError.self) { try directory(changes) }
        return try #require(error).faults.map(\.description)
    }

    @Test("Everything that the files say is there")
    func complete() throws {
        let directory = try Self.directory()
        let beacon = try #require(BeaconIdentity("ibeacon:41C08DFD-B719-4CCB-9D3B-5AA7C3860F89:1:1"))
        let ann = try #require(directory.visitor(carrying: beacon))
        #expect(ann.id == "ann")
        #expect(directory.visitor("ann") == ann)
        #expect(ann.locale == "fi")
        #expect(ann.ageCheck == AgeCheck(atLeast: 18, country: "FI", method: "id_card"))
        let consent = Consent(.granted, version: "1", textHash: "ab", at: 1000, source: "till")
        #expect(ann.consents[.presence] == consent)
        #expect(ann.consent(for: .marketing) == .refused)
        #expect(ann.consent(for: .profiling) == .neverAsked)
        #expect(ann.taste.likes.map(\.description) == ["tag:coffee", "family:stout & tag:roasty"])
        #expect(ann.taste.dislikes == [Preference(Feature(.family, "lager"))])
        #expect(ann.taste.ratings == ["1": 4.5])

        let java = try #require(directory.item("1"))
        #expect(java.name == #"Java "Black", Stout"#)
        #expect(java.brewery == "Brewer & Sons")
        #expect(java.tags == ["roasty", "dark", "coffee", "nitro"])
        #expect(java.abv == 4.5 && java.ibu == nil)
        #expect(java.style.ibu == 25...45)
        #expect(java.rating == RatingSummary(mean: 4, deviation: 0.5, count: 100))
        #expect(directory.item("2")?.style.id == "other_beer")
        #expect(directory.ratingScale == RatingScale(mean: 4, deviation: 0.5))

        let shelf = try #require(directory.selection("shelf"))
        #expect(shelf.entries.map(\.price.description) == ["6.90 EUR", "0.05 EUR"])
        #expect(shelf.entries.map(\.stock) == [3, 0])
        #expect(directory.promotions.map(\.window) == [0..<2000])
        #expect(directory.promotions.map(\.kind) == [.multiBuy])

        #expect(directory.isStaff(try #require(BeaconIdentity("ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:9:1"))))
        #expect(!directory.isStaff(beacon))
    }

    @Test("Breweries, ratings and promotions may be left out")
    func optional() throws {
        let directory = try Self.directory([
            "breweries.csv": nil, "ratings.csv": nil, "promotions.csv": nil,
            "items.csv": "id,name,style\n1,Java,Stout\n2,Plain,Stout\n",
        ])
        #expect(directory.items.count == 2)
        #expect(directory.ratingScale == .unknown)
    }

    @Test("A selection's version changes with its entries and only with them")
    func version() throws {
        let version = try #require(try Self.directory().selection("shelf")).version
        #expect(try Self.directory().selection("shelf")?.version == version)
        let dearer = "selection,item,price,currency,stock\nshelf,1,6.91,EUR,3\nshelf,2,0.05,EUR,0\n"
        #expect(try Self.directory(["selections.csv": dearer]).selection("shelf")?.version != version)
    }

    @Test(
        "Each fault is named with its place and what to do",
        arguments: [
            ("items.csv", nil, "items.csv: the file is missing; add it beside the others"),
            ("items.csv", "", "items.csv: no header; the first line must be id,name,style"),
            ("items.csv", "id,style\n", "items.csv:1:1: column name is missing; add it"),
            ("styles.csv", "name,name\n", "styles.csv:1:6: column name stands twice; remove one"),
            (
                "ratings.csv", "item,mean,deviation,cuont\n",
                "ratings.csv:1:21: unknown column 'cuont'; known are item, mean, deviation, count, source"
            ),
            (
                "breweries.csv", "id,name\n7,A, B\n",
                "breweries.csv:2:1: 3 fields under 2 columns; put a text with commas in quotes"
            ),
            ("breweries.csv", "id,name\n7,A \"B\"\n", "breweries.csv:2:3: a quote inside a field; put the field"),
            ("breweries.csv", "id,name\n7,\"A\" B\n", "breweries.csv:2:3: text after a closing quote"),
            ("breweries.csv", "id,name\n7,\"A\n", "breweries.csv:2:3: a quote that is never closed"),
            ("breweries.csv", "id,name\n7,A\u{1}\n", "breweries.csv:2:3: a line break or control character in a text"),
            ("breweries.csv", "id,name\n7,A\n7,B\n", "breweries.csv:3:1: brewery 7 stands twice; remove one"),
            ("items.csv", "id,name,style\n1,Java,Stuot\n", "items.csv:2:8: style 'Stuot' is not in styles.csv; add it"),
            (
                "items.csv", "id,name,style,brewery\n1,Java,Stout,8\n2,P,,\n",
                "items.csv:2:14: brewery '8' is not in breweries.csv"
            ),
            ("items.csv", "id,name,style\n1,A,\n2,B,\n1,C,\n", "items.csv:4:1: item 1 stands twice; remove one"),
            (
                "items.csv", "id,name,style,abv\n1,A,,-1\n2,B,,\n",
                "items.csv:2:6: abv (per cent) '-1' must be a number from 0.0 to 80.0"
            ),
            ("items.csv", "id,name,style,abv\n1,A,,1e1\n2,B,,\n", "items.csv:2:6: abv (per cent) '1e1' must be"),
            (
                "selections.csv", "selection,item,price,currency,stock\nshelf,3,1,EUR,1\n",
                "selections.csv:2:7: item '3' is not in items.csv; add it, or remove this row"
            ),
            (
                "selections.csv", "selection,item,price,currency,stock\nshelf,1,-1.00,EUR,1\n",
                "selections.csv:2:9: price '-1.00' must be an amount that is not negative, such as 6.90"
            ),
            (
                "selections.csv", "selection,item,price,currency,stock\nshelf,1,1,€,1\n",
                "selections.csv:2:11: currency '€' must be three capital letters, such as EUR"
            ),
            (
                "selections.csv", "selection,item,price,currency,stock\nshelf,1,1,EUR,-4\n",
                "selections.csv:2:15: stock '-4' must be a whole number from 0 to 1000000000"
            ),
            (
                "selections.csv", "selection,item,price,currency,stock\ns,1,1,EUR,1\ns,1,2,EUR,1\n",
                "selections.csv:3:3: item 1 stands twice in selection s; remove one"
            ),
            (
                "styles.csv", "name,style,label,family,tags,is_lager\nS,S t,s,s,,no\n",
                "styles.csv:2:3: style 'S t' must"
            ),
            (
                "styles.csv", "name,style,label,family,tags,is_lager\nA,a,a,f,,no\nB,a,a,g,,no\n",
                "styles.csv:3:3: style a is described otherwise above; make the rows agree"
            ),
            (
                "styles.csv", "name,style,label,family,tags,is_lager\nA,a,a,f,,nope\n",
                "styles.csv:2:10: is_lager 'nope'"
            ),
            (
                "promotions.csv",
                "id,site,item,kind,label,from,until,priority\np,s,1,bogof,x,2026-01-01T00:00:00Z,2027-01-01T00:00:00Z,1\n",
                "promotions.csv:2:7: kind 'bogof' must be one of single_price, multi_buy"
            ),
            (
                "promotions.csv",
                "id,site,item,kind,label,from,until,priority\n"
                    + "p,s,1,multi_buy,x,2027-01-01T00:00:00Z,2026-01-01T00:00:00Z,1\n",
                "promotions.csv:2:40: until is not after from; nobody would ever see it"
            ),
            ("visitors.json", "{", "visitors.json:1:2: not JSON:"),
            ("visitors.json", " {}", "visitors.json:1:2: visitors, an array, is missing; add it"),
            ("visitors.json", "[]", "visitors.json:1:1: the file must be an object, { … }"),
            (
                "visitors.json", #"{"vistors": []}"#,
                "visitors.json:1:13: unknown key 'vistors'; known are visitors, staff"
            ),
            ("visitors.json", "{\"visitors\": [{}]}", "visitors.json:1:15: a visitor needs an id of 1 to 64 of a-z"),
            (
                "visitors.json", "{\"visitors\": [{\"id\": \"a\"},\n {\"id\": \"a\"}]}",
                "visitors.json:2:9: visitor a stands twice; remove one"
            ),
            (
                "visitors.json", "{\"visitors\": [{\"id\": \"a\", \"beacons\":\n [\"x]\", \"ibeacon:1:1\"]}]}",
                "visitors.json:2:3: a beacon is written ibeacon:UUID:MAJOR:MINOR"
            ),
            (
                "visitors.json", #"{"staff": ["ibeacon:00000000-0000-0000-0000-000000000000:1:1"]}"#,
                "visitors.json:1:12: a beacon is written ibeacon:UUID:MAJOR:MINOR, with a UUID that is not all zero"
            ),
            (
                "visitors.json",
                #"{"staff": ["address:01:02:03:04:05:06"], "visitors": [{"id":"a","beacons":["address:01:02:03:04:05:06"]}]}"#,
                "visitors.json:1:76: beacon address:01:02:03:04:05:06 stands twice; it can be of one only"
            ),
            (
                "visitors.json", #"{"visitors": [{"id": "a", "dislikes": ["family:lagre"]}]}"#,
                "visitors.json:1:40: no beer can have family:lagre; see styles.csv for what there is"
            ),
            (
                "visitors.json", #"{"visitors": [{"id": "a", "likes": ["lager"]}]}"#,
                "visitors.json:1:37: likes are written style:NAME, family:NAME or tag:NAME, several joined by &"
            ),
            (
                "visitors.json", #"{"visitors": [{"id": "a", "ratings": {"1": 6}}]}"#,
                "visitors.json:1:44: a rating must"
            ),
            (
                "visitors.json", #"{"visitors": [{"id": "a", "ratings": {"9": 5}}]}"#,
                "visitors.json:1:44: item '9' is not in items.csv"
            ),
            (
                "visitors.json", #"{"visitors": [{"id": "a", "consents": {"presence": {"state": "yes"}}}]}"#,
                "visitors.json:1:62: a consent needs a state, one of granted, refused, never_asked"
            ),
            (
                "visitors.json", #"{"visitors": [{"id": "a", "age_check": {"at_least": true}}]}"#,
                "visitors.json:1:53: age_check needs at_least, the years proved"
            ),
            (
                "visitors.json",
                #"{"visitors": [{"id": "a", "consents": {"presence": {"state": "granted", "at": "today"}}}]}"#,
                "visitors.json:1:79: a time is written in UTC, such as 2026-11-30T00:00:00Z"
            ),
        ] as [(String, String?, String)])
    func fault(file: String, text: String?, expected: String) throws {
        let faults = try Self.faults([file: text])
        #expect(faults.contains { $0.hasPrefix(expected) }, "\(faults)")
    }

    @Test("All faults of all files are told at once, in order, and the hundred and first is counted")
    func together() throws {
        let rows = (0..<120).map { "x\($0),9,1,EUR,1" }.joined(separator: "\n")
        let error = #expect(throws: ImportError.self) {
            try Self.directory([
                "breweries.csv": "id,name\n,\n", "selections.csv": "selection,item,price,currency,stock\n" + rows,
            ])
        }
        let faults = try #require(error).faults
        #expect(faults.count == 100)
        #expect(error?.others == 23)
        #expect(faults.first?.description.hasPrefix("breweries.csv:2:1: id ''") == true)
        #expect(faults.map(\.place.line).dropFirst(3) == faults.map(\.place.line).dropFirst(3).sorted()[...])
        #expect(error?.description.hasSuffix("and 23 more") == true)
    }

    @Test("A file in another encoding is told at the field that shows it")
    func encoding() throws {
        var files = Self.small.mapValues { Array($0.utf8) }
        // Latin-1, and UTF-16 with its byte order mark.
        files["breweries.csv"] = Array("id,name\n7,Br".utf8) + [0xFC] + Array("lau\n".utf8)
        files["ratings.csv"] =
            [0xFF, 0xFE] + "item,mean,deviation,count\n".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let error = #expect(throws: ImportError.self) { try Directory(importing: files) }
        let faults = try #require(error).faults.map(\.description)
        #expect(
            faults.first?.hasPrefix("breweries.csv:2:3: a line break or control character in a text, or not UTF-8")
                == true)
        #expect(faults.contains { $0.hasPrefix("ratings.csv:1:1: ") })
    }

    @Test("A file of another name is refused")
    func unknownFile() throws {
        #expect(try Self.faults(["beers.csv": ""]).first?.hasPrefix("beers.csv: no file of a directory") == true)
    }

    @Test("Quotes, CR LF, a byte order mark and empty lines are read as RFC 4180 says")
    func quoting() throws {
        let breweries = "\u{FEFF}id,name\r\n7,\"A \"\"B\"\", C\"\r\n\r\n8,D"
        let items = "id,name,style,brewery\r\n1,X,Stout,7\r\n2,Y,Stout,8"
        let directory = try Self.directory(["breweries.csv": breweries, "items.csv": items])
        #expect(directory.items.map(\.brewery) == [#"A "B", C"#, "D"])
    }

    @Test("Damaged files are imported whole or refused with places inside them, and never trap")
    func damaged() throws {
        var random = SeededRandom(seed: 2)
        let alphabet = Array("\",\n\r{}[]:\\0-e\u{FF}x".utf8)
        var refused = 0
        for _ in 0..<1500 {
            var files = Self.small.mapValues { Array($0.utf8) }
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let name = try #require(files.keys.sorted().randomElement(using: &random))
                var bytes = files[name] ?? []
                guard let index = bytes.indices.randomElement(using: &random) else { continue }
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = alphabet.randomElement(using: &random) ?? 0
                case 1: bytes.insert(alphabet.randomElement(using: &random) ?? 0, at: index)
                default: bytes.removeSubrange(index..<min(index + 9, bytes.count))
                }
                files[name] = bytes
            }
            do {
                _ = try Directory(importing: files)
            } catch {
                refused += 1
                #expect(!error.faults.isEmpty)
                for fault in error.faults where fault.place.line > 0 {
                    let lines = (files[fault.place.file] ?? []).split(separator: 10, omittingEmptySubsequences: false)
                    #expect(fault.place.line <= lines.count, "\(fault)")
                    #expect((1...lines[fault.place.line - 1].count + 1).contains(fault.place.column), "\(fault)")
                }
            }
        }
        #expect(refused > 500)
    }

    @Test("The demo shop is imported without a fault")
    func demo() throws {
        let directory = try DirectoryDemo.directory()
        #expect(directory.items.count == 2410)
        #expect(Set(directory.items.map(\.style.id)).count == 96)
        #expect(directory.visitors.count == 8)
        #expect(directory.selection("demo")?.entries.count == 42)
        #expect(directory.item("1436")?.abv == 5)
        #expect(directory.places.map(\.zone) == [nil, "beer-shelf"])
        for minor in UInt16(1)...8 {
            let uuid = try #require(BeaconUUID("41c08dfd-b719-4ccb-9d3b-5aa7c3860f89"))
            #expect(directory.visitor(carrying: .iBeacon(uuid: uuid, major: 1, minor: minor)) != nil)
        }
    }
}
