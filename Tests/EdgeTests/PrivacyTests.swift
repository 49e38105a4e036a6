import Beacons
import HCI
import Hashing
import Messages
import Presence
import TestSupport
import Testing

@testable import Edge

@Suite struct PrivacyTests {
    private let key = PseudonymKey(id: "k2", [UInt8](repeating: 2, count: 32))
    private let former = PseudonymKey(id: "k1", [UInt8](repeating: 1, count: 32))

    private func tag(_ minor: UInt16) -> BeaconIdentity { .iBeacon(uuid: BeaconUUID(7), major: 1, minor: minor) }

    private func privacy(
        previous: Bool = false, isPseudonymous: Bool = true, isEnrolledOnly: Bool = false
    ) -> Privacy {
        Privacy(
            key: key, previous: previous ? former : nil, isPseudonymous: isPseudonymous, isEnrolledOnly: isEnrolledOnly)
    }

    private func list(
        _ key: PseudonymKey, previous: String? = nil, mode: DenyList.Mode = .deny, _ beacons: [BeaconIdentity]
    ) -> DenyList {
        DenyList(
            at: 0, keyID: key.id, previousKeyID: previous, mode: mode, hashes: beacons.map { key.denyHash(of: $0) })
    }

    @Test func `Who opted out is not admitted, by their identity nor by their pseudonym`() {
        let privacy = privacy()
        #expect(privacy.admits(tag(1)) && privacy.admits(tag(2)))
        #expect(privacy.apply(list(key, [tag(9), tag(1), tag(8)])) == .audience)
        #expect(!privacy.admits(tag(1)) && !privacy.admits(key.pseudonym(of: tag(1))))
        #expect(privacy.admits(tag(2)) && privacy.admits(key.pseudonym(of: tag(2))))
        #expect(privacy.apply(list(key, [tag(8), tag(1), tag(9)])) == .nothing)
        #expect(privacy.apply(list(key, [])) == .audience)
        #expect(privacy.admits(tag(1)))
    }

    @Test func `Of an allow list only who is on it is admitted`() {
        let privacy = privacy()
        #expect(privacy.apply(list(key, mode: .allow, [tag(1)])) == .audience)
        #expect(privacy.admits(tag(1)) && !privacy.admits(tag(2)))
    }

    @Test func `Where only who enrolled may be heard nobody is before a list says who`() {
        let privacy = privacy(isEnrolledOnly: true)
        #expect(!privacy.admits(tag(1)) && privacy.fault != nil)
        _ = privacy.apply(list(key, []))
        #expect(!privacy.admits(tag(1)) && privacy.fault != nil)
        _ = privacy.apply(list(key, mode: .allow, [tag(1)]))
        #expect(privacy.admits(tag(1)) && !privacy.admits(tag(2)) && privacy.fault == nil)
    }

    @Test func `A list of a key that is not here changes nothing, and is said`() {
        let privacy = privacy()
        _ = privacy.apply(list(key, [tag(1)]))
        #expect(privacy.apply(list(former, [])) == .refused)
        #expect(!privacy.admits(tag(1)))
        #expect(privacy.fault?.contains("key k1, and here is k2") == true)
        _ = privacy.apply(list(key, [tag(1)]))
        #expect(privacy.fault == nil)
    }

    @Test func `While the key is being changed either will do`() {
        let privacy = privacy(previous: true)
        #expect(privacy.apply(list(former, [tag(1)])) == .audience)
        #expect(!privacy.admits(tag(1)) && privacy.admits(tag(2)))
        // Known by the former pseudonym alone.
        var mixed = list(key, previous: "k1", [tag(2)])
        mixed.hashes.append(former.denyHash(of: former.pseudonym(of: tag(3))))
        #expect(privacy.apply(mixed) == .audience)
        #expect(privacy.admits(tag(1)) && !privacy.admits(tag(2)) && !privacy.admits(tag(3)))
        #expect(!privacy.admits(former.pseudonym(of: tag(3))))
        let old = Privacy(key: former, previous: nil, isPseudonymous: true, isEnrolledOnly: false)
        #expect(old.apply(mixed) == .audience)
        #expect(!old.admits(tag(3)))
    }

    @Test func `Beacons are called by their pseudonyms only where that is wanted`() {
        #expect(privacy(isPseudonymous: false).pseudonyms == nil)
        let pseudonyms = privacy().pseudonyms
        #expect(pseudonyms?.keyID == "k2" && pseudonyms?.of(tag(1)) == key.pseudonym(of: tag(1)))
    }

    @Test func `More beacons than are remembered have their names all the same`() {
        let privacy = privacy()
        _ = privacy.apply(list(key, [tag(1)]))
        for minor in 1...20_000 as ClosedRange<UInt16> { #expect(privacy.admits(tag(minor)) == (minor != 1)) }
        #expect(!privacy.admits(tag(1)))
        #expect(privacy.pseudonyms?.of(tag(1)) == key.pseudonym(of: tag(1)))
    }

    @Test func `Who opted out passes through the pipeline without a trace`() {
        let region = Region(
            name: "shop", role: .store, filter: .iBeacon(uuid: BeaconUUID(7), majors: nil, minors: nil))
        var pipeline = Pipeline(PresenceConfiguration(regions: [region]), hearing: true, at: .zero)
        let privacy = privacy()
        pipeline.privacy = privacy
        _ = privacy.apply(list(key, [tag(1)]))
        let report = AdvertisementReport(
            kind: .nonConnectable, addressType: 1, address: BluetoothAddress(1), rssi: -50)
        func hear(_ minor: UInt16, _ second: Int64) {
            let beacon = BeaconFrame.iBeacon(
                IBeacon(uuid: BeaconUUID(7), major: 1, minor: minor, measuredPower: -59))
            pipeline.packet(report.packet(data: beacon.advertisingData).span, from: 0, at: .zero + .seconds(second))
        }
        for second in 0..<10 as Range<Int64> {
            hear(1, second)
            hear(2, second)
        }
        #expect(pipeline.pairs == 1 && pipeline.engine.visitCount == 1)
        _ = pipeline.takeOutputs()
        _ = privacy.apply(list(key, [tag(1), tag(2)]))
        let forgotten = pipeline.erase { !privacy.admits($0) }
        #expect(forgotten.count == 1 && pipeline.pairs == 0)
        hear(2, 11)
        #expect(pipeline.pairs == 0)
    }
}
