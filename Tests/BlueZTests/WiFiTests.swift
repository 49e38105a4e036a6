import Testing

@testable import BlueZ

@Suite("The Wi-Fi beside us")
struct WiFiTests {
    @Test("The default route with the lowest metric counts; others and nonsense do not")
    func route() {
        let routes = """
            Iface	Destination	Gateway 	Flags	RefCnt	Use	Metric	Mask		MTU	Window	IRTT
            eth0	0000A8C0	00000000	0001	0	0	100	00FFFFFF	0	0	0
            eth0	00000000	0100A8C0	0003	0	0	200	00000000	0	0	0
            wlan0	00000000	0100A8C0	0003	0	0	100	00000000	0	0	0
            broken	00000000
            """
        #expect(WiFi.defaultInterface(routes) == "wlan0")
        #expect(WiFi.defaultInterface("") == nil)
    }

    @Test(
        "Frequencies as drivers tell them: in Hz by mantissa and exponent, or as a channel",
        arguments: [
            ([0x71, 0x09, 0, 0, 6, 0], 2_417_000_000), ([0x3C, 0x14, 0, 0, 6, 0], 5_180_000_000),
            ([11, 0, 0, 0, 0, 0], 2_400_000_000), ([36, 0, 0, 0, 0, 0], 5_000_000_000),
            ([1, 0, 0, 0, 200, 0], nil), ([1, 0], nil),
        ] as [([UInt8], Int64?)])
    func frequency(bytes: [UInt8], hertz: Int64?) {
        #expect(WiFi.frequency(bytes[...]) == hertz)
    }
}
