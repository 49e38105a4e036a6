import Beacons
import BlueZ
import HCI
import MQTT
import Messages
import Presence
import Settings
import Testing

@testable import beckon

@Suite("What the doctor finds")
struct DoctorTests {
    private func machine(
        switches: [Machine.RadioSwitch] = [], bluetoothd: Int32? = nil, isClockSynced: Bool = true,
        time: Int64 = 1_800_000_000_000
    ) -> Machine {
        Machine(
            isContainer: false, switches: switches, bluetoothd: bluetoothd, isClockSynced: isClockSynced, time: time)
    }

    @Test("Without Bluetooth or an adapter it says where to look")
    func adapter() {
        let none = Examination.adapter(.failure(.noBluetooth), .auto, machine())
        #expect(none.verdict == .fault && none.saw == "none on this machine")
        #expect(none.advice?.contains("modprobe bluetooth") == true)
        let other = Examination.adapter(.success([]), .index(0), machine())
        #expect(other.verdict == .fault)
        #expect(other.advice == "no Bluetooth adapter hci0: there is none")
    }

    @Test("A blocked radio is told from one behind a key")
    func radioSwitch() {
        let soft = Machine.RadioSwitch(name: "hci0", isSoftBlocked: true, isHardBlocked: false)
        let hard = Machine.RadioSwitch(name: "hci0", isSoftBlocked: false, isHardBlocked: true)
        #expect(Examination.radioSwitch(machine(switches: [soft]))?.advice?.hasPrefix("rfkill unblock") == true)
        #expect(Examination.radioSwitch(machine(switches: [hard]))?.advice?.contains("turn it on there") == true)
        #expect(Examination.radioSwitch(machine()) == nil)
    }

    @Test("A running gateway without its capabilities is told which it lacks")
    func rights() {
        #expect(Examination.rights(ofGateway: 0b11 << 12).verdict == .good)
        let poor = Examination.rights(ofGateway: 1 << 13)
        #expect(poor.verdict == .fault && poor.saw.contains("lacks CAP_NET_ADMIN"))
        #expect(poor.advice?.contains("AmbientCapabilities=CAP_NET_RAW CAP_NET_ADMIN") == true)
    }

    @Test("Who changes the scan is named")
    func bluetoothd() {
        #expect(Examination.bluetoothd(machine(), changes: 0) == nil)
        #expect(Examination.bluetoothd(machine(bluetoothd: 7), changes: 0)?.verdict == .good)
        let fight = Examination.bluetoothd(machine(bluetoothd: 7), changes: 4)
        #expect(fight?.verdict == .warning && fight?.saw.hasPrefix("bluetoothd (7)") == true)
        #expect(fight?.advice?.contains("systemctl disable --now bluetooth") == true)
    }

    @Test("A clock in the past, and one that nobody keeps right, are faults")
    func clock() {
        #expect(Examination.clock(machine()).verdict == .good)
        #expect(Examination.clock(machine(isClockSynced: false)).verdict == .fault)
        let past = Examination.clock(machine(time: 1_000_000_000_000))
        #expect(past.verdict == .fault && past.saw.contains("2001-09-09T01:46:40.000Z"))
    }

    @Test("A full disk is a fault, a small one a warning")
    func disk() {
        func verdict(_ free: Int64?) -> Finding.Verdict {
            Examination.disk("/x", free: free, needed: 64 << 20, largest: 256 << 20).verdict
        }
        #expect(verdict(64 << 20) == .fault)
        #expect(verdict(100 << 20) == .warning)
        #expect(verdict(320 << 20) == .good)
        #expect(verdict(nil) == .fault)
        for folder in ["/tmp/not/there/yet", "not/there", "state", "/"] {
            #expect(Machine.freeSpace(at: folder) ?? 0 > 0, "\(folder)")
        }
    }

    @Test("A host name that many have is warned of, unless a name was chosen")
    func gatewayName() {
        #expect(Examination.gatewayName("a/pi-0a0b0c", isChosen: false, isGeneric: true).verdict == .warning)
        #expect(Examination.gatewayName("a/shelf-1", isChosen: true, isGeneric: true).verdict == .good)
        #expect(Examination.gatewayName("a/till", isChosen: false, isGeneric: false).verdict == .good)
    }

    private func beacon(every interval: Duration, _ count: Int) -> AirSurvey.Beacon {
        let identity = BeaconIdentity.iBeacon(uuid: BeaconUUID(1), major: 1, minor: 2)
        let start = Instant(microseconds: 0)
        return AirSurvey.Beacon(
            identity: identity, regions: [0], first: start, last: start + interval * (count - 1), count: count)
    }

    private var region: Region {
        var region = Region(
            name: "shelf", role: .shelf, filter: .iBeacon(uuid: BeaconUUID(1), majors: nil, minors: nil))
        region.notify.tap = true
        return region
    }

    @Test("Silence, strangers, and what a beacon's rhythm means for enters and taps")
    func air() {
        #expect(Examination.air(reports: 0, [], [region], seconds: 5).map(\.verdict) == [.fault])
        #expect(Examination.air(reports: 9, [], [region], seconds: 5).map(\.verdict) == [.warning])
        let quick = Examination.air(reports: 9, [beacon(every: .milliseconds(350), 10)], [region], seconds: 5)
        #expect(quick.map(\.verdict) == [.good, .good])
        #expect(quick.last?.saw == "each 400ms; enter after about 700ms, a tap after about 1.1s")
        let slow = Examination.air(reports: 9, [beacon(every: .milliseconds(2500), 2)], [region], seconds: 5)
        #expect(slow.last?.verdict == .warning)
        #expect(slow.last?.advice?.contains("interval: 2.5s in the region") == true)
        #expect(Examination.air(reports: 9, [beacon(every: .zero, 1)], [region], seconds: 5).last?.verdict == .warning)
    }

    @Test("Whatever keeps the broker away has its advice")
    func broker() {
        let gateway = GatewayID(site: "a", gateway: "b")
        func advice(_ fault: MQTTFault) -> String? {
            var trial = BrokerTrial()
            trial.fault = (MQTT.BrokerURL(host: "h", port: 8883, usesTLS: true), fault)
            let findings = Examination.broker(trial, BrokerSettings(), gateway, process: nil)
            #expect(findings.map(\.verdict) == [.fault])
            return findings.first?.advice
        }
        #expect(advice(.unreachable("no route"))?.contains("systemctl status mosquitto") == true)
        #expect(advice(.tls("certificate has expired"))?.hasPrefix("renew") == true)
        #expect(advice(.tls("unknown authority"))?.contains("broker.tls.ca") == true)
        #expect(advice(.tls("sslv3 alert certificate expired"))?.contains("broker.tls.certificate) too old") == true)
        #expect(advice(.tls("tlsv13 alert certificate required"))?.hasPrefix("the broker wants this box's") == true)
        #expect(advice(.tls("tlsv1 alert unknown ca"))?.hasPrefix("the broker does not take this box's") == true)
        #expect(advice(.tls("certificate is not yet valid"))?.contains("set this box's clock") == true)
        #expect(advice(.refused(code: 0x87, "not authorized"))?.contains("password") == true)
        #expect(advice(.unanswered)?.contains("mqtts://") == true)
        #expect(Examination.broker(BrokerTrial(), BrokerSettings(), gateway, process: nil).map(\.verdict) == [.fault])
    }
}
