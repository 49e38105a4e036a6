import Foundation
import Testing

@testable import HTTPClient

@Suite struct NetworkAddressTests {
    /// The bytes of an address as the system reads it.
    private static func bytes(_ text: String) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: text.contains(":") ? 16 : 4)
        #expect(inet_pton(text.contains(":") ? AF_INET6 : AF_INET, text, &bytes) == 1)
        return bytes
    }

    @Test(arguments: [
        "0.0.0.0", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.0.1",
        "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.168.0.1", "198.18.0.1",
        "198.19.255.255", "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.1.2.3", "240.0.0.1", "255.255.255.255",
        "::", "::1", "fe80::1", "fc00::1", "fdff::1", "ff02::1", "::ffff:10.0.0.1", "::ffff:127.0.0.1",
        "64:ff9b::10.0.0.1", "64:ff9b:1::1", "2002:7f00:1::1", "2002:a9fe:a9fe::1", "2001:db8::1", "2001::1",
        "100::1", "3fff::1", "::127.0.0.1", "5f00::1",
    ])
    func `an address that the internet does not reach is private`(text: String) {
        #expect(!NetworkAddress(Self.bytes(text)).isPublic)
    }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.255.255.255",
        "128.0.0.1", "169.253.1.1", "172.15.255.255", "172.32.0.1", "192.167.1.1", "192.169.0.1", "198.17.1.1",
        "198.20.0.1", "223.255.255.255", "2606:4700::1", "2a00:1450::1", "2001:4860::8888", "::ffff:8.8.8.8",
        "64:ff9b::8.8.8.8", "2002:808:808::1", "3ffe::1",
    ])
    func `an address of the internet is public`(text: String) { #expect(NetworkAddress(Self.bytes(text)).isPublic) }

    @Test func `bytes of another length are no public address`() {
        for count in [0, 1, 3, 5, 15, 17] { #expect(!NetworkAddress(Array(repeating: 8, count: count)).isPublic) }
    }
}
