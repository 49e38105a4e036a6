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
