import Beacons
import Engagement
import MQTT
import Messages
import Presence
import Testing

@testable import beckon_consumer

/// Shoppers' own phones.
@Suite struct EncounterTests {
    private let shop: ConsumerShop
    private let uuid = BeaconUUID(0xBEAC)

    init() throws {
        shop = try ConsumerShop()
        try shop.use([ConsumerShop.visitor], places: places)
    }

    /// A shelf where being there is enough, one where it takes 20 s, a city that is no shop.
    private var places: [Place] {
        [
            Place(uuid: uuid, major: 1, minor: 1, site: "shop", zone: "beer"),
            Place(uuid: uuid, major: 1, minor: 2, site: "shop", zone: "beer", minimumDwell: 20_000),
            Place(uuid: uuid, major: 9, labels: ["city:helsinki"]),
        ]
    }

    private func encounter(
        _ kind: Encounter.Kind = .enter, minor: UInt16? = 1, major: UInt16? = 1, user: String = "u1", age: Int64 = 0
    ) -> Encounter {
        let beacon = Encounter.Beacon(uuid: uuid, major: major, minor: minor, rssi: -60, proximity: nil)
        return Encounter(id: "e", user: user, time: shop.now - age, kind: kind, beacons: [beacon])
    }

    private func message(_ encounter: Encounter, isRetained: Bool = false) -> ReceivedMessage {
        ReceivedMessage(
            topic: shop.topics.text(encounter.topic), payload: encounter.rendered(), isRetained: isRetained)
    }

    @Test func aPhoneAtTheShelfIsToldOnceAndARepeatWithinTheVisitIsTheVisitsCap() throws {
        try shop.receive(message(encounter()))
        #expect(shop.decisions == ["sent"])
        #expect(try shop.publish().count == 1)
        try shop.wait(30)
        try shop.receive(message(encounter(.inside)))
        #expect(shop.decisions == ["sent", "visit_cap"])
    }

    @Test func aPhoneThatIsOnForEightSecondsAndOffForTwentyStillReachesItsDwell() throws {
        for _ in 0..<4 {
            try shop.receive(message(encounter(.inside, minor: 2)))
            try shop.wait(8)
            try shop.wait(20)
        }
        #expect(shop.decisions == ["sent"])
    }

    @Test func aPhoneThatIsHeardForEightSecondsInTwentyEightReachesItsDwellByTheirSum() throws {
        try shop.use([ConsumerShop.visitor])
        for burst in 1...3 {
            try shop.enter("v\(burst)")
            try shop.wait(burst < 3 ? 8 : 3.9)
            if burst < 3 {
                try shop.exit("v\(burst)")
                try shop.wait(20)
            }
            #expect(shop.decisions.isEmpty)
        }
        try shop.wait(0.1)
        #expect(shop.decisions == ["sent"])
    }

    @Test func whoLeavesBeforeTheirDwellIsToldNothing() throws {
        try shop.receive(message(encounter(minor: 2)))
        try shop.wait(10)
        try shop.receive(message(encounter(.exit, minor: 2)))
        try shop.wait(3600)
        #expect(shop.decisions == ["dwell_too_short"] || shop.decisions == ["not_present"])
        #expect(try shop.publish().isEmpty)
    }

    @Test func strangersOldOnesRetainedOnesAndPlacesWithoutAShopBeginNothing() throws {
        try shop.receive(
            message(encounter(user: "nobody")), message(encounter(age: 200_000)), message(encounter(age: -60_000)),
            message(encounter(), isRetained: true), message(encounter(minor: nil, major: 9)),
            message(encounter(minor: nil, major: nil)))
        try shop.wait(3600)
        #expect(shop.decisions.isEmpty)
    }

    @Test func nobodySpeaksForAnotherOnTheirOwnTopic() throws {
        let forged = ReceivedMessage(
            topic: shop.topics.text(.encounter(user: "u2")), payload: encounter().rendered(), isRetained: false)
        try shop.receive(forged)
        #expect(shop.decisions.isEmpty)
    }

    @Test func whoCarriesNothingIsKnownByTheirPhone() throws {
        var visitor = ConsumerShop.visitor
        visitor.beacons = []
        try shop.use([visitor], places: places)
        try shop.receive(message(encounter()))
        #expect(shop.decisions == ["sent"])
    }

    @Test func theNearestBeaconCountsAndOfEquallyNearOnesThePlaceThatSaysMost() {
        let directory = Directory(places: places + [Place(uuid: uuid, major: 1, site: "shop")])
        func place(_ beacons: [(minor: UInt16?, rssi: Int8?, proximity: Proximity?)]) -> Place? {
            let heard = beacons.map {
                Encounter.Beacon(uuid: uuid, major: 1, minor: $0.minor, rssi: $0.rssi, proximity: $0.proximity)
            }
            return directory.place(of: Encounter(id: "e", user: "u", time: 0, kind: .enter, beacons: heard))
        }
        #expect(place([(1, -70, nil), (2, -60, nil)])?.minor == 2)
        #expect(place([(1, -70, .near), (2, -60, .far)])?.minor == 1)
        #expect(place([(1, -70, nil), (2, 0, nil)])?.minor == 1)
        #expect(place([(77, -60, nil), (2, -60, nil)])?.minor == 2)
        #expect(place([(77, -50, nil), (2, -60, nil)])?.zone == nil)
        #expect(place([]) == nil)
    }
}
