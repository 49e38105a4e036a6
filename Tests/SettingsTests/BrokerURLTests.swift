import Testing

@testable import Settings

@Suite struct BrokerURLTests {
    @Test(
        arguments: [
            ("mqtt://localhost", "localhost", 1883, false), ("mqtts://broker.example", "broker.example", 8883, true),
            ("mqtt://127.0.0.1:1884/", "127.0.0.1", 1884, false), ("mqtt://[::1]", "::1", 1883, false),
            ("mqtts://[fe80::1]:65535", "fe80::1", 65535, true),
        ] as [(String, String, UInt16, Bool)])
    func addressesAreRead(text: String, host: String, port: UInt16, isSecure: Bool) {
        let url = BrokerURL(text)
        #expect(url == BrokerURL(isSecure: isSecure, host: host, port: port))
        #expect(url.flatMap { BrokerURL($0.description) } == url)
    }

    @Test(
        arguments: [
            "", "localhost", "http://localhost", "mqtt://", "mqtt:///", "mqtt://:1883", "mqtt://host:", "mqtt://host:0",
            "mqtt://host:65536", "mqtt://host:-1", "mqtt://host:+1", "mqtt://host:1:2", "mqtt://a b",
            "mqtt://host/path", "mqtt://user:secret@host", "mqtt://::1", "mqtt://[::1", "mqtt://[]",
            "mqtt://[::1]1883", "mqtt://[host]", "mqtt://host:١", "MQTT://host", "mqtt://hôst",
        ])
    func everythingElseIsRefused(text: String) { #expect(BrokerURL(text) == nil) }
}
