import Foundation
import TestSupport
import Testing

@testable import PostgreSQL

/// A real server that speaks TLS, with a certificate for `localhost`.
@Suite struct TLSTests {
    /// An answer that a session gave, or why there was none.
    private func isEncrypted(_ url: String) throws -> Bool {
        let connection = try PostgreSQLConnection(url: url, program: "beckon-test")
        var found = false
        try connection.each("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()", []) {
            found = $0.integer(0) == 1
        }
        return found
    }

    private func refusal(_ url: String) -> String {
        let error = #expect(throws: PostgreSQLError.self) { _ = try isEncrypted(url) }
        #expect(error?.isLost == true)
        return error.map { "\($0)" } ?? ""
    }

    @Test func `a certificate of the authority and for the name is trusted; any other is not, and that is said`() throws
    {
        let (authority, other) = (try CertificateAuthority(), try CertificateAuthority())
        defer {
            authority.remove()
            other.remove()
        }
        try authority.issue("right", for: "DNS:localhost")
        try authority.issue("expired", for: "DNS:localhost", days: -1)
        let server = try TemporaryPostgreSQL(certificate: authority.path("right"))
        func url(on host: String = "localhost", _ authority: String) -> String {
            server.address(of: "postgres", on: host) + "?sslmode=verify-full&sslrootcert=\(authority)"
        }
        #expect(try isEncrypted(url(authority.path("ca.pem"))))

        let stranger = refusal(url(other.path("ca.pem")))
        #expect(stranger.contains("certificate verify failed") && stranger.contains("sslrootcert"), "\(stranger)")
        let misnamed = refusal(url(on: "127.0.0.1", authority.path("ca.pem")))
        #expect(misnamed.contains("does not match host name \"127.0.0.1\""), "\(misnamed)")
        let missing = refusal(url("/nowhere/ca.pem"))
        #expect(missing.contains("\"/nowhere/ca.pem\" does not exist"), "\(missing)")

        let late = try TemporaryPostgreSQL(certificate: authority.path("expired"))
        let expired = refusal(
            late.address(of: "postgres", on: "localhost")
                + "?sslmode=verify-full&sslrootcert=\(authority.path("ca.pem"))")
        #expect(expired.contains("expired"), "\(expired)")
        for text in [stranger, misnamed, missing, expired] { #expect(!text.contains("\n")) }
        withExtendedLifetime((server, late)) {}
    }
}
