import Beacons
import Presence
import Testing

@Suite struct IdentityTests {
    /// Behaviour 7.
    @Test func `One identity from twenty addresses is one visit`() {
        var stage = Stage.settled()
        for number in 0..<20 { stage.hear(tag(1), Double(number), address: UInt64(number)) }
        let events = stage.events
        #expect(events.count == 1 && stage.engine.visitCount == 1)
    }

    @Test func `One address with two identities is two visits`() {
        let namespace: UInt128 = 0x00be_c0de
        var stage = Stage.settled([
            .shop(),
            Region(name: "buttons", role: .store, filter: .eddystoneUID(namespace: namespace, instance: nil)),
        ])
        for second in 0..<3 {
            stage.hear(tag(1), Double(second))
            stage.hear(.eddystoneUID(namespace: namespace, instance: 7), Double(second) + 0.001)
        }
        let beacons = stage.events.map(\.beacon)
        #expect(beacons == [tag(1), .eddystoneUID(namespace: namespace, instance: 7)])
    }

    @Test func `Five thousand minors of one UUID are five thousand visits`() {
        var stage = Stage.settled { $0.limits.entersPerSecond = 10_000 }
        for pass in 0..<2 {
            for minor in 0..<5000 { stage.hear(tag(UInt16(minor)), Double(pass) + Double(minor) / 10_000) }
        }
        let visits = Set(stage.events.map(\.visit))
        #expect(visits.count == 5000 && stage.engine.visitCount == 5000)
        let beacons = Set(stage.events.map(\.beacon))
        #expect(beacons == Set((0..<5000).map { tag($0) }))
    }

    /// Behaviour 8.
    @Test func `Two customers in a wildcard region each have their own visit`() {
        var stage = Stage.settled([.shop(exit: 10)])
        for second in 0..<20 { stage.hear(tag(2, major: 1), Double(second)) }
        for second in 20..<25 {
            stage.hear(tag(2, major: 1), Double(second))
            stage.hear(tag(9, major: 300), Double(second) + 0.5)
        }
        stage.advance(60)
        let events = stage.events
        #expect(events.map(\.beacon) == [tag(2), tag(9, major: 300), tag(2), tag(9, major: 300)])
        let states = stage.regionStates
        #expect(states.map(\.count) == [1, 2, 1, 0])
        #expect(states.map(\.state) == [.inside, .inside, .inside, .outside])
        #expect(states.map(\.since) == [seconds(1), seconds(1), seconds(1), seconds(34.5)])
    }

    @Test func `One beacon in store and shelf has a visit in each`() {
        var stage = Stage.settled([.shop("store", .store), .shop("shelf", .shelf)])
        for second in 0..<5 { stage.hear(tag(1), Double(second), rssi: -80) }
        for second in 5..<30 { stage.hear(tag(1), Double(second), rssi: -55) }
        let entered = stage.events
        #expect(entered.map(\.region) == [0, 1])
        #expect(entered.map(\.visit) == [1, 2] && entered[1].at > seconds(5))
    }

    @Test func `A beacon of staff is dropped, in whichever other region it lies`() {
        let staff = NumberSet([900...999])
        var stage = Stage.settled([.shop(), .shop("staff", .staff, minors: staff), .shop("shelf", .shelf)])
        for second in 0..<5 {
            stage.hear(tag(950), Double(second))
            stage.hear(tag(1), Double(second))
        }
        let beacons = Set(stage.events.map(\.beacon))
        #expect(beacons == [tag(1)] && stage.engine.pairCount == 2)
    }

    @Test func `What a device of staff sends is dropped, too`() {
        let badge = Region(name: "badges", role: .staff, filter: .addresses([BluetoothAddress(7)]))
        var stage = Stage.settled([.shop(), badge])
        for second in 0..<5 {
            stage.hear(tag(1), Double(second), address: 7)
            stage.hear(.address(BluetoothAddress(7)), Double(second), address: 7)
            stage.hear(tag(2), Double(second), address: 8)
        }
        let beacons = Set(stage.events.map(\.beacon))
        #expect(beacons == [tag(2)] && stage.engine.pairCount == 1)
    }

    @Test func `What lies in no region leaves no trace`() {
        var stage = Stage.settled([.shop(majors: NumberSet([1...3, 7...7]))])
        for second in 0..<5 {
            stage.hear(tag(1, major: 4), Double(second))
            stage.hear(tag(1, uuid: 1), Double(second))
            stage.hear(.altBeacon(code: 1, idUpper: shopUUID, idLower: 0), Double(second))
            stage.hear(.address(BluetoothAddress(5)), Double(second))
        }
        let outputs = stage.outputs
        #expect(outputs.isEmpty && stage.engine.pairCount == 0)
        stage.hear(tag(1, major: 7), 6)
        #expect(stage.engine.pairCount == 1)
    }
}
