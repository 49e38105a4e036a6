import Foundation

/// An authority of a test's own, and what it signed, in a temporary folder.
package struct CertificateAuthority {
    let folder: URL

    package init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "beckon-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=authority", "-keyout", path("ca.key"), "-out", path("ca.pem"))
    }

    package func path(_ name: String) -> String { folder.appending(path: name).path }

    /// `name.pem` and `name.key`; valid from now for so many days (fewer than none: expired).
    package func issue(_ name: String, for subject: String, days: Int = 2) throws {
        try openssl(
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=\(name)",
            "-addext", "subjectAltName=\(subject)", "-keyout", path("\(name).key"), "-out", path("\(name).csr"))
        try openssl(
            "x509", "-req", "-in", path("\(name).csr"), "-CA", path("ca.pem"), "-CAkey", path("ca.key"),
            "-CAcreateserial", "-days", "\(days)", "-copy_extensions", "copy", "-out", path("\(name).pem"))
    }

    private func openssl(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }

    package func remove() { try? FileManager.default.removeItem(at: folder) }
}
