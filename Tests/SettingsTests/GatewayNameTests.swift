import Beacons
import Messages
import TestSupport
import Testing

@testable import Settings

@Suite("The gateway's name")
struct GatewayNameTests {
    private let adapter = BluetoothAddress(0x0011_22AA_BBCC)
    private let machine = Array("b08dfa6083e7567a1921a715000001fb\n".utf8)

    @Test(
        "It is the host name, spelled as topics allow",
        arguments: [
            ("Shelf-1.shop.example", "shelf-1"), ("box_7", "box_7"), ("-Käsekuchen", "k-sekuchen"),
            (String(repeating: "a", count: 60), String(repeating: "a", count: 32)), ("", "gateway"), ("__", "gateway"),
        ])
    func spelling(hostName: String, name: String) {
        #expect(GatewayName.from(hostName: hostName, adapter: nil, machine: nil) == name)
    }

    @Test("A generic one gets digits of the adapter, else of the machine")
    func generic() {
        for host in ["raspberrypi", "Debian", "localhost.localdomain"] {
            let base = host.lowercased().prefix { $0 != "." }
            #expect(GatewayName.from(hostName: host, adapter: adapter, machine: machine) == "\(base)-aabbcc")
            let hashed = GatewayName.from(hostName: host, adapter: nil, machine: machine)
            #expect(hashed.count == base.count + 7)
            #expect(GatewayName.from(hostName: host, adapter: nil, machine: machine + [0]) != hashed)
            #expect(GatewayName.from(hostName: host, adapter: nil, machine: nil) == base)
        }
        #expect(GatewayName.from(hostName: "shelf", adapter: adapter, machine: machine) == "shelf")
    }

    @Test("Whatever the host is called, the name is one that topics allow")
    func always() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<2000 {
            let scalars = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                Character(Unicode.Scalar(UInt8.random(in: 1...255, using: &random)))
            }
            #expect(Name.isValid(GatewayName.from(hostName: String(scalars), adapter: adapter, machine: nil)))
        }
        #expect(Name.isValid(GatewayName.automatic(adapter: nil)))
    }
}
