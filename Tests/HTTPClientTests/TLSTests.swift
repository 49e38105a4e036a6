import Foundation
import Testing

@testable import HTTPClient

/// A real TLS server: `openssl s_server`, which answers every request with a page about itself.
@Suite(.serialized) struct TLSTests {
    private final class Server {
        let folder = FileManager.default.temporaryDirectory.appending(path: "beckon-https-\(UUID().uuidString)")
        let port = FakeServer(body: "").port
        private let process = Process()

        /// - Parameter subject: what its certificate names.
        init(for subject: String) throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let make = Process()
            make.executableURL = URL(filePath: "/usr/bin/openssl")
            make.arguments = [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                "/CN=server", "-addext", "subjectAltName=\(subject)", "-keyout", path("key.pem"), "-out",
                path("certificate.pem"),
            ]
            make.standardError = FileHandle.nullDevice
            try make.run()
            make.waitUntilExit()
            process.executableURL = URL(filePath: "/usr/bin/openssl")
            process.arguments = [
                "s_server", "-accept", "127.0.0.1:\(port)", "-cert", path("certificate.pem"), "-key", path("key.pem"),
                "-www", "-quiet",
            ]
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
        }

        func path(_ name: String) -> String { folder.appending(path: name).path }

        deinit {
            kill(process.processIdentifier, SIGKILL)
            try? FileManager.default.removeItem(at: folder)
        }
    }

    /// Again until the server listens.
    private func call(_ server: Server, authorities: String?, host: String = "127.0.0.1") throws -> HTTPError.Kind? {
        let caller = try Caller(authorities: authorities)
        for _ in 0..<100 {
            let fault = try caller.fault(.test("https://\(host):\(server.port)/"))
            if fault != .unreachable { return fault }
            Thread.sleep(forTimeInterval: 0.05)
        }
        return .unreachable
    }

    @Test func `a certificate of an authority that is trusted is taken`() throws {
        let server = try Server(for: "IP:127.0.0.1")
        #expect(try call(server, authorities: server.path("certificate.pem")) == nil)
    }

    @Test func `one that signed itself is not, nor one for another name`() throws {
        let server = try Server(for: "IP:127.0.0.1")
        #expect(try call(server, authorities: nil) == .tls)
        let other = try Server(for: "DNS:elsewhere.example")
        #expect(try call(other, authorities: other.path("certificate.pem")) == .tls)
    }
}
