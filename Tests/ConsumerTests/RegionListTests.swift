import Beacons
import Engagement
import Testing

@testable import beckon_consumer

@Suite struct RegionListTests {
    private func list(_ places: [Place]) -> String { String(decoding: Web.regions(places), as: UTF8.self) }

    @Test func aPhoneWatchesForMajorsWhereThereAreFew() {
        let uuid = BeaconUUID(1)
        let places = [Place(uuid: uuid, major: 1, minor: 1), Place(uuid: uuid, major: 1), Place(uuid: uuid, major: 2)]
        let name = "00000000-0000-0000-0000-000000000001"
        #expect(
            list(places)
                == #"{"regions":[{"id":"\#(name):1","uuid":"\#(name)","major":1},"#
                + #"{"id":"\#(name):2","uuid":"\#(name)","major":2}]}"#)
        #expect(list(places + [Place(uuid: uuid)]) == #"{"regions":[{"id":"\#(name)","uuid":"\#(name)"}]}"#)
        #expect(list([]) == #"{"regions":[]}"#)
    }

    @Test func andForUUIDsWhereThereAreMoreThanItsSystemTakes() {
        let places = (0..<21).map { Place(uuid: BeaconUUID(1), major: UInt16($0)) }
        #expect(!list(places).contains("major"))
        let many = (0..<50).map { Place(uuid: BeaconUUID(UInt128($0 + 1))) }
        #expect(list(many).ranges(of: "\"id\"").count == 20)
    }
}
