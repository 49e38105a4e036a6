import Beacons
import Engagement
import Foundation
import TestSupport
import Testing

@testable import ConsumerStore

@Suite struct ConsumerStoreTests {
    let day: Int64 = 86_400_000

    private func send(_ id: String, visit: String = "v1", at: Int64 = 0) -> Reservation {
        Reservation(
            id: id, user: "u1", site: "shop", visit: visit, item: "item \(id)", at: at, expiresAt: at + 600_000,
            payload: Array(id.utf8))
    }

    // MARK: - Events

    @Test(arguments: StoreEngine.allCases)
    func `an event is new once, in any order, also after a restart`(engine: StoreEngine) throws {
        let place = try Place(engine)
        var random = SplitMix64(seed: 7)
        let numbers = (1...300).flatMap { [$0, $0] }.shuffled(using: &random)
        var seen: Set<Int> = []
        for half in [numbers.prefix(300), numbers.suffix(300)] {
            let store = try place.open()
            for number in half {
                let isNew = try store.isNew(source: "s/g", epoch: "e", seq: UInt64(number), at: 0)
                #expect(isNew == seen.insert(number).inserted)
            }
        }
        let other = try place.open().isNew(source: "s/g", epoch: "f", seq: 1, at: 0)
        #expect(other, "another epoch counts anew")
    }

    @Test(arguments: StoreEngine.allCases)
    func `in transactions of many events each is new once, and one that fails has heard of none`(
        engine: StoreEngine
    ) throws {
        /// Up to where nothing is missing; `nil`: the first is, and the watermark begins where this consumer did.
        func mark(_ numbers: Set<UInt64>) -> UInt64? {
            numbers.contains(1) ? (1...).first { !numbers.contains($0) }.map { $0 - 1 } : nil
        }
        let place = try Place(engine)
        var store = try place.open()
        var random = SplitMix64(seed: 11)
        var seen: [String: Set<UInt64>] = [:]
        for round in 0..<60 {
            if round.isMultiple(of: 20) { store = try place.open() }
            var now = seen
            let isToFail = Int.random(in: 0..<4, using: &random) == 0
            do {
                try store.transaction { () throws(StoreError) in
                    for _ in 0..<Int.random(in: 1...30, using: &random) {
                        let source = ["a", "b", "c"].randomElement(using: &random) ?? ""
                        let numbers = now[source] ?? []
                        let last = numbers.max() ?? 0
                        let number =
                            switch Int.random(in: 0..<12, using: &random) {
                            case 0: UInt64.random(in: 1...max(last, 1), using: &random)  // mostly a repeat
                            case 1: last + 2  // leaves a gap
                            case 2...4: (1...).first { !numbers.contains($0) } ?? 1  // fills it, if there is one
                            default: last + 1
                            }
                        let isNew = try store.isNew(source: source, epoch: "e", seq: number, at: 0)
                        #expect(isNew == now[source, default: []].insert(number).inserted, "\(source) \(number)")
                        // Also in the middle of it the watermark is told as it is by now.
                        if number.isMultiple(of: 5), let mark = mark(now[source] ?? []) {
                            #expect(try store.handled(source: source, epoch: "e") == mark)
                        }
                    }
                    if isToFail { throw StoreError(place: "here", reason: "on purpose") }
                }
                seen = now
            } catch { #expect(isToFail) }
            for (source, numbers) in seen {
                guard let mark = mark(numbers) else { continue }
                #expect(try store.handled(source: source, epoch: "e") == mark)
            }
        }
        #expect(seen.values.allSatisfy { $0.count > 50 })
    }

    @Test(arguments: StoreEngine.allCases)
    func `a gap holds ten thousand numbers, then it is given up`(engine: StoreEngine) throws {
        let place = try Place(engine)
        let store = try place.open()
        try store.transaction { () throws(StoreError) in
            for number in 2...10_001 as ClosedRange<UInt64> {
                _ = try store.isNew(source: "s/g", epoch: "e", seq: number, at: 0)
            }
        }
        try store.transaction { () throws(StoreError) in
            _ = try store.isNew(source: "s/g", epoch: "e", seq: 20_000, at: 0)
        }
        let late = try store.isNew(source: "s/g", epoch: "e", seq: 1, at: 0)
        let next = try store.isNew(source: "s/g", epoch: "e", seq: 10_002, at: 0)
        #expect(!late)
        #expect(next)
    }

    @Test(arguments: [UInt64.min, .max, UInt64(Int64.max)], StoreEngine.allCases)
    func `the ends of the numbers do no harm`(number: UInt64, engine: StoreEngine) throws {
        let place = try Place(engine)
        let store = try place.open()
        _ = try store.isNew(source: "s/g", epoch: "e", seq: number, at: 0)
        let again = try store.isNew(source: "s/g", epoch: "e", seq: number, at: 0)
        #expect(!again)
    }

    @Test(arguments: StoreEngine.allCases)
    func `an epoch that is silent for thirty days is forgotten`(engine: StoreEngine) throws {
        let place = try Place(engine)
        let store = try place.open()
        _ = try store.isNew(source: "s/g", epoch: "e", seq: 1, at: 0)
        _ = try store.purge(Retention(), memory: 0, at: 30 * day)
        let before = try store.isNew(source: "s/g", epoch: "e", seq: 1, at: 0)
        _ = try store.purge(Retention(), memory: 0, at: 30 * day + 1)
        let after = try store.isNew(source: "s/g", epoch: "e", seq: 1, at: 30 * day + 1)
        #expect(!before)
        #expect(after)
    }

    // MARK: - Caps and sends

    @Test(arguments: StoreEngine.allCases)
    func `a second send in a visit finds the cap, and keeps nothing`(engine: StoreEngine) throws {
        let place = try Place(engine)
        let store = try place.open()
        let rules = RuleConfiguration()
        #expect(try store.reserve(send("a"), under: rules) == nil)
        #expect(try store.reserve(send("c", at: day), under: rules) == .visitCap)
        #expect(try store.sends(of: "u1", after: -1).map(\.item).contains("item c") == false)
    }

    @Test(arguments: StoreEngine.allCases)
    func `the rolling caps are one in 20 h, two in 7 d, six in 30 d`(engine: StoreEngine) throws {
        let place = try Place(engine)
        let store = try place.open()
        var sent: [Int64] = []
        for hour in 0..<(24 * 60) {
            let at = Int64(hour) * 3_600_000
            let answer = try store.reserve(send("n\(hour)", visit: "v\(hour)", at: at), under: RuleConfiguration())
            let isAllowed = [(20, 1), (7 * 24, 2), (30 * 24, 6)].allSatisfy { within, most in
                sent.count { at - $0 < Int64(within) * 3_600_000 } < most
            }
            #expect((answer == nil) == isAllowed, "hour \(hour)")
            if answer == nil { sent.append(at) }
        }
        #expect(sent.count == 12)
    }

    @Test(arguments: StoreEngine.allCases)
    func `a reserved send is there after a crash, until confirmed or expired`(engine: StoreEngine) throws {
        let place = try Place(engine)
        let rules = RuleConfiguration()
        do {
            let store = try place.open()
            try store.transaction { () throws(StoreError) in _ = try store.reserve(send("a"), under: rules) }
            // No confirmation: the process dies here.
        }
        #expect(try place.open().reserved(at: 599_999) == [send("a")])
        #expect(try place.open().reserved(at: 600_000).isEmpty)
        try place.open().confirm("a")
        #expect(try place.open().reserved(at: 0).isEmpty)
        #expect(try place.open().sends(of: "u1", after: -1) == [PastSend(at: 0, visit: "v1", item: "item a")])
    }

    @Test(arguments: StoreEngine.allCases)
    func `a released send gives its places back`(engine: StoreEngine) throws {
        let place = try Place(engine)
        let store = try place.open()
        #expect(try store.reserve(send("a"), under: RuleConfiguration()) == nil)
        try store.release("a")
        #expect(try store.reserve(send("b"), under: RuleConfiguration()) == nil)
    }

    @Test(arguments: StoreEngine.allCases)
    func `what a transaction wrote before it failed is gone: event, caps and send`(engine: StoreEngine) throws {
        let place = try Place(engine)
        let store = try place.open()
        #expect(throws: StoreError.self) {
            try store.transaction { () throws(StoreError) in
                _ = try store.isNew(source: "s/g", epoch: "e", seq: 1, at: 0)
                _ = try store.reserve(send("a"), under: RuleConfiguration())
                _ = try store.reserve(send("a", visit: "v2", at: 8 * day), under: RuleConfiguration())
            }
        }
        #expect(try store.isNew(source: "s/g", epoch: "e", seq: 1, at: 0))
        #expect(try store.reserve(send("a"), under: RuleConfiguration()) == nil)
    }

    // MARK: - The rest

    @Test(arguments: StoreEngine.allCases)
    func `store visits survive a restart`(engine: StoreEngine) throws {
        let place = try Place(engine)
        let beacon = try #require(BeaconIdentity("ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:1:2"))
        var visit = StoreVisit(beacon: beacon, id: "shop/box:e:v1", since: 5, lastPresent: 6)
        try place.open().save(visit, at: "shop")
        (visit.lastPresent, visit.zone, visit.zoneSince, visit.keyID) = (9, "beer", 7, "k1")
        try place.open().save(visit, at: "shop")
        #expect(try place.open().visits(at: "shop") == [visit])
        #expect(try place.open().visits(at: "other").isEmpty)
        try place.open().end(beacon, at: "shop")
        #expect(try place.open().visits(at: "shop").isEmpty)
    }

    @Test(arguments: [Data("no database".utf8), Data(repeating: 0xA5, count: 40_000)])
    func `a damaged file is set aside, and a new one made`(content: Data) throws {
        let place = try Place(.sqlite)
        try content.write(to: URL(filePath: place.file))
        let store = try place.open(now: 1234)
        let aside = store.damagedFile
        #expect(aside == place.file + ".corrupt-1234")
        #expect(try Data(contentsOf: URL(filePath: try #require(aside))) == content)
        #expect(try store.reserve(send("a"), under: RuleConfiguration()) == nil)
        let second = try place.open().damagedFile
        #expect(second == nil)
    }
}
