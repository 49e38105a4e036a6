import Foundation
import Testing

@testable import Daemon

@Suite("State directory")
struct StateDirectoryTests {
    @Test(
        "It is where the option says, else systemd, else the user's own place",
        arguments: [
            ("/o", ["STATE_DIRECTORY": "/s", "HOME": "/h"], "/o"),
            (nil, ["STATE_DIRECTORY": "/var/lib/beckon:/var/lib/more", "HOME": "/h"], "/var/lib/beckon"),
            (nil, ["XDG_STATE_HOME": "/x", "HOME": "/h"], "/x/beckon/gateway-shelf"),
            (nil, ["XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/beckon/gateway-shelf"),
            (nil, ["STATE_DIRECTORY": "", "HOME": "/h"], "/h/.local/state/beckon/gateway-shelf"),
        ] as [(String?, [String: String], String)])
    func places(option: String?, variables: [String: String], path: String) throws {
        let environment = Environment(variables)
        #expect(try StateDirectory.path(option: option, name: "gateway-shelf", environment: environment) == path)
    }

    @Test("A tool looks into the installed daemon's, if there is one and nothing else is said")
    func installed() throws {
        let home: Environment = ["HOME": "/h"]
        let place = { option, installed, environment in
            try StateDirectory.path(option: option, name: "x", installed: installed, environment: environment)
        }
        #expect(try place(nil, "/tmp", home) == "/tmp")
        #expect(try place(nil, "/nowhere", home) == "/h/.local/state/beckon/x")
        #expect(try place("/o", "/tmp", home) == "/o")
        #expect(try place(nil, "/tmp", ["STATE_DIRECTORY": "/s"]) == "/s")
    }

    @Test("Another user's state is not touched, and whose it is is said")
    func foreign() throws {
        let path = temporaryPath()
        try StateDirectory.make(path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(throws: Never.self) { try StateDirectory.checkOwner(of: path) }
        #expect(throws: Never.self) { try StateDirectory.checkOwner(of: "\(path)/nowhere") }
        let (other, name) = geteuid() == 0 ? (path, "daemon") : ("/", "root")
        if geteuid() == 0 { #expect(chown(path, 1, 1) == 0) }
        let error = #expect(throws: StateDirectoryError.self) { try StateDirectory.checkOwner(of: other) }
        #expect(error?.description.contains("sudo -u \(name) beckon") == true)
    }

    @Test("Where nothing says a place, that is an error")
    func nowhere() {
        #expect(throws: StateDirectoryError.unknown) {
            try StateDirectory.path(option: nil, name: "gateway-shelf", environment: [:])
        }
    }

    @Test("Missing folders are made for their owner only; a second process is refused until the first has gone")
    func lock() throws {
        let root = temporaryPath()
        let path = "\(root)/a/b"
        defer { try? FileManager.default.removeItem(atPath: root) }
        do {
            let first = try StateDirectory(path: path)
            #expect(first.path == path)
            for folder in [root, "\(root)/a", path] {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder)
                #expect(attributes[.posixPermissions] as? Int == 0o700)
            }
            let error = #expect(throws: StateDirectoryError.self) { _ = try StateDirectory(path: path).path }
            #expect(error == .inUse(path: path, pid: getpid()))
            #expect(error?.description.contains("process \(getpid())") == true)
            #expect(StateDirectory.user(of: path) == getpid())
            _ = consume first
        }
        #expect(StateDirectory.user(of: path) == nil)
        #expect(StateDirectory.user(of: "\(path)/nowhere") == nil)
        #expect(throws: Never.self) { _ = try StateDirectory(path: path).path }
    }

    @Test("A file in its place is an error that names it")
    func notAFolder() throws {
        let path = temporaryPath()
        try Data().write(to: URL(fileURLWithPath: path))
        defer { unlink(path) }
        for wrong in [path, "\(path)/below"] {
            let error = #expect(throws: StateDirectoryError.self) { _ = try StateDirectory(path: wrong).path }
            #expect(error?.description.hasPrefix("state directory \(wrong): mkdir: ") == true)
        }
    }
}
