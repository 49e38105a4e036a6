import Foundation
import Testing

@testable import Settings

@Suite("Privacy")
struct PrivacyTests {
    private let key = String(repeating: "k", count: 32)

    @Test("A key, its name, and the one before")
    func keys() throws {
        let folder = try Folder()
        try folder.write("new", key + "\n", mode: 0o640)
        try folder.write("old", [UInt8](repeating: 0xFF, count: 40), mode: 0o600)
        let path = try folder.write(
            "c.yaml",
            """
            privacy:
              pseudonyms: on
              key_file: new
              key_id: k2
              previous: {key_file: old}
              enrolled_only: true
            """)
        let privacy = try Configuration.load(path).configuration.privacy
        #expect(privacy.pseudonyms && privacy.enrolledOnly)
        #expect(privacy.key?.id == "k2" && privacy.previous?.id == "k1")
        #expect(try privacy.key?.secret.bytes() == Array(key.utf8))
        #expect(try privacy.previous?.secret.bytes() == [UInt8](repeating: 0xFF, count: 40))
        for text in ["\(privacy)", String(reflecting: privacy)] { #expect(!text.contains(key)) }
    }

    /// The package's key is not everyone's to read.
    @Test("A person's commands do without the key, and the daemons do not")
    func tools() throws {
        let folder = try Folder()
        let file = try folder.write("c.yaml", "privacy: {pseudonyms: on, key_file: /nowhere/privacy.key}")
        #expect(try Configuration.load(file, for: .tools).configuration.privacy.pseudonyms)
        #expect(throws: ConfigurationErrors.self) { try Configuration.load(file, for: .gateway) }
        #expect(throws: ConfigurationErrors.self) { try Configuration.load(file, for: .consumer) }
    }

    @Test("Without any of it all is off")
    func defaults() throws {
        for text in ["site: x", "privacy:", "privacy: {pseudonyms: off, key_file: none, enrolled_only: false}"] {
            let privacy = try load(text).privacy
            #expect(privacy == PrivacySettings() && privacy.key == nil && !privacy.pseudonyms)
        }
    }

    @Test(
        "What cannot be right is refused where it stands",
        arguments: [
            ("pseudonyms: on", "1:23: pseudonyms needs a key; give key_file or key_credential"),
            ("enrolled_only: true", "1:26: enrolled_only needs a key; give key_file or key_credential"),
            (
                "key_file: short",
                "1:21: file FOLDER/short has 31 bytes, and a key at least 32: make one with openssl rand -base64 48"
            ),
            ("key_file: open", "1:21: FOLDER/open is open to others; chmod o-rwx FOLDER/open"),
            (
                "key_file: good, key_id: K",
                "1:35: expected a name of at most 32 of a-z, 0-9, _ and -, beginning with a "
                    + "letter or digit, found 'K': did you mean k?"
            ),
            (
                "key_credential: c",
                "1:27: $CREDENTIALS_DIRECTORY is not set; systemd sets it for LoadCredential="
            ),
            ("key_file: good, key_credential: c", "1:43: key_credential beside key_file: give one of the two"),
            (
                "key_file: good, previous: {key_file: good}",
                "1:37: both keys are called k1; give each a key_id of its own"
            ),
            (
                "key_file: good, previous: {key_id: k0}",
                "1:37: key_file or key_credential is missing: where the former key"
                    + " lies"
            ),
            (
                "publish_adress: false",
                "1:11: unknown key publish_adress: known here: pseudonyms, enrolled_only, key_id, "
                    + "key_file, key_credential, previous"
            ),
        ])
    func refused(text: String, fault: String) throws {
        let folder = try Folder()
        try folder.write("good", key, mode: 0o600)
        try folder.write("short", String(key.dropLast()) + "\n", mode: 0o600)
        try folder.write("open", key, mode: 0o644)
        let path = try folder.write("c.yaml", "privacy: {\(text)}")
        let found = faults(at: path)
        #expect(found == [fault.replacingOccurrences(of: "FOLDER", with: folder.path)])
    }
}
