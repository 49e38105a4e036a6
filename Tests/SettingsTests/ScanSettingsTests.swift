import HCI
import Testing

@testable import Settings

@Suite("How to listen")
struct ScanSettingsTests {
    @Test("Every key has its words")
    func words() throws {
        let text = "{mode: active, profile: wifi, coded: on, ibeacon_only: on, exclusive: true}"
        var expected = ScanSettings()
        expected.mode = .active
        expected.profile = .wifi
        expected.coded = true
        expected.iBeaconOnly = true
        expected.exclusive = true
        #expect(try load("gateway: {scan: \(text)}").gateway.scan == expected)
        let defaults = "{mode: passive, profile: auto, coded: off, ibeacon_only: off, exclusive: false}"
        #expect(try load("gateway: {scan: \(defaults)}").gateway.scan == ScanSettings())
    }

    @Test(
        "Other words are faults, and what was meant is said",
        arguments: [
            ("mode: pasive", "expected one of passive, active, found 'pasive': did you mean passive?"),
            ("profile: fast", "expected one of auto, full, wifi, found 'fast'"),
            ("coded: true", "expected on or off, found 'true': did you mean on?"),
            ("ibeacon_only: 1", "expected on or off, found '1'"),
            ("exclusive: on", "expected true or false, found 'on': did you mean true?"),
            ("interval: 60", "unknown key interval: known here: mode, profile, coded, ibeacon_only, exclusive"),
        ])
    func faults(text: String, fault: String) {
        let errors = #expect(throws: ConfigurationErrors.self) { try load("gateway: {scan: {\(text)}}") }
        #expect(errors?.faults.map(\.message) == [fault])
    }
}
