import Foundation
import MQTT
import TestSupport
import Testing

@Suite("TLS", .serialized)
struct TLSTests {
    private func broker(_ authority: CertificateAuthority, _ name: String, more: String = "") throws -> Broker {
        let broker = try Broker(
            settings: """
                cafile \(authority.path("ca.pem"))
                certfile \(authority.path("\(name).pem"))
                keyfile \(authority.path("\(name).key"))
                allow_anonymous true
                \(more)
                """)
        try broker.start()
        return broker
    }

    private func options(_ broker: Broker, _ authorities: String?) -> MQTTOptions {
        var options = MQTTOptions.test("tls", port: broker.port, tls: true)
        options.tls.authorities = authorities
        return options
    }

    @Test(
        "A broker with a certificate of the authority and the right name is trusted; any other is not, and that is said"
    )
    func verification() throws {
        let authority = try CertificateAuthority()
        let other = try CertificateAuthority()
        defer {
            authority.remove()
            other.remove()
        }
        try authority.issue("right", for: "IP:127.0.0.1,DNS:localhost")
        try authority.issue("expired", for: "IP:127.0.0.1", days: -1)
        try authority.issue("elsewhere", for: "DNS:elsewhere.example")

        let right = try broker(authority, "right")
        let trusting = Peer(options(right, authority.path("ca.pem")))
        try trusting.connected()
        #expect(trusting.publish(MQTTMessage("a", "b"), token: 1))
        try trusting.eventually("acknowledged") { $0.acknowledged.count == 1 }
        trusting.stop()
        var byName = options(right, authority.path("ca.pem"))
        byName.brokers = [BrokerURL(host: "localhost", port: right.port, usesTLS: true)]
        try Peer(byName).connected()

        let expired = try broker(authority, "expired")
        let elsewhere = try broker(authority, "elsewhere")
        var renamed = options(elsewhere, authority.path("ca.pem"))
        renamed.tls.serverName = "elsewhere.example"
        try Peer(renamed).connected()
        var misnamed = options(right, authority.path("ca.pem"))
        misnamed.tls.serverName = "elsewhere.example"
        var distrusted = renamed
        distrusted.tls.authorities = other.path("ca.pem")
        let untrusted: [(MQTTOptions, String)] = [
            (options(right, other.path("ca.pem")), "certificate verify failed"),
            (options(right, nil), "certificate verify failed"),
            (options(expired, authority.path("ca.pem")), "certificate verify failed: certificate has expired"),
            (options(elsewhere, authority.path("ca.pem")), "host name verification failed"),
            (misnamed, "certificate verify failed"),
            (distrusted, "certificate verify failed"),
        ]
        for (options, words) in untrusted {
            let peer = Peer(options)
            try peer.eventually("fails twice") { $0.faults.count >= 2 }
            #expect(peer.connections.isEmpty)
            for fault in peer.faults {
                guard case .tls(let text) = fault else {
                    Issue.record("\(fault)")
                    continue
                }
                #expect(text.contains(words))
            }
        }
    }

    @Test("The client's certificate is read at each connection, so that it rotates")
    func clientCertificate() throws {
        let authority = try CertificateAuthority()
        defer { authority.remove() }
        try authority.issue("server", for: "IP:127.0.0.1")
        let broker = try broker(authority, "server", more: "require_certificate true\nuse_identity_as_username true")
        var options = options(broker, authority.path("ca.pem"))
        options.tls.certificate = authority.path("client.pem")
        options.tls.key = authority.path("client.key")
        let peer = Peer(options)
        try peer.eventually("misses the file, and says which") {
            $0.faults.last == .configuration("cannot read \(authority.path("client.pem")): No such file or directory")
        }
        try authority.issue("client", for: "DNS:client")
        try peer.connected()
        let without = Peer(self.options(broker, authority.path("ca.pem")))
        try without.eventually("is refused without one") { !$0.faults.isEmpty }
        #expect(without.connections.isEmpty)
    }

    @Test("A port that refuses, and one that does not speak TLS, cost no more than an attempt each")
    func noTLS() throws {
        let refused = Peer(.test("refused", port: FreePort.next(), tls: true))
        let plain = FakeBroker { wire, _ in wire.send(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)) }
        let deaf = Peer(.test("deaf", port: plain.port, tls: true))
        let closing = FakeBroker { _, _ in }
        defer {
            plain.stop()
            closing.stop()
        }
        let shut = Peer(.test("shut", port: closing.port, tls: true))
        try shut.eventually("fails") { $0.faults.count >= 3 }
        for peer in [refused, deaf] { try peer.eventually("fails") { $0.faults.count >= 3 } }
        for fault in refused.faults {
            guard case .unreachable = fault else {
                Issue.record("\(fault)")
                continue
            }
        }
        for fault in deaf.faults {
            guard case .tls = fault else {
                Issue.record("\(fault)")
                continue
            }
        }
    }
}
