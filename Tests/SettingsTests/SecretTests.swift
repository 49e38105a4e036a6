import Foundation
import Testing

@testable import Settings

@Suite("Secrets")
struct SecretTests {
    @Test("A secret is read from its file, without the line end behind it")
    func file() throws {
        let folder = try Folder()
        try folder.write("secret", "pa ss\n", mode: 0o600)
        let path = try folder.write("c.yaml", "broker: {password_file: secret}")
        let password = try #require(try Configuration.load(path).configuration.gateway.broker.password)
        #expect(try password.read() == "pa ss")
        try folder.write("secret", "new", mode: 0o640)
        #expect(try password.read() == "new")
    }

    @Test("A file that others can use is refused", arguments: [0o604, 0o602, 0o644])
    func open(mode: Int) throws {
        let folder = try Folder()
        let secret = try folder.write("secret", "x", mode: mode)
        let path = try folder.write("c.yaml", "broker: {password_file: secret}")
        #expect(faults(at: path) == ["1:25: \(secret) is open to others; chmod o-rwx \(secret)"])
    }

    @Test("What another program's part names need not be here")
    func foreign() throws {
        let folder = try Folder()
        let path = try folder.write("c.yaml", "consumer: {broker: {password_file: none, tls: {ca: none}}}")
        #expect(throws: Never.self) { try Configuration.load(path, for: .gateway) }
        for program in [Configuration.Program.consumer, nil] {
            let error = #expect(throws: ConfigurationErrors.self) { _ = try Configuration.load(path, for: program) }
            #expect(error?.faults.count == 2)
        }
    }

    @Test("No description of any kind shows a secret")
    func redacted() throws {
        let configuration = try load("broker: {username: u, password: sesame}")
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", String(reflecting: configuration), dumped] {
            #expect(text.contains("1883"))
            #expect(!text.contains("sesame"))
        }
        #expect(try configuration.gateway.broker.password?.read() == "sesame")
    }

    @Test("A password in a configuration that others may read is a warning")
    func openConfiguration() throws {
        let folder = try Folder()
        let path = try folder.write("c.yaml", "broker: {username: u, password: p}", mode: 0o644)
        let warnings = try Configuration.load(path).warnings
        #expect(warnings.map(\.message) == ["others may read this file, and the password in it"])
        try folder.write("c.yaml", "broker: {username: u, password: p}", mode: 0o640)
        #expect(try Configuration.load(path).warnings == [])
    }

    @Test("A password that no username goes with is a warning, unless the part that needs it has one")
    func passwordAlone() throws {
        let folder = try Folder()
        let path = try folder.write("c.yaml", "broker: {password_env: HOME}")
        let warning = "a password without a username is not sent; give both"
        #expect(try Configuration.load(path).warnings.map(\.message) == [warning])
        let names = "gateway: {broker: {username: g}}\nconsumer: {broker: {username: c}}"
        try folder.write("c.yaml", "broker: {password_env: HOME}\n\(names)")
        #expect(try Configuration.load(path).warnings == [])
    }
}
