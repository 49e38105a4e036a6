import Beacons
import Daemon
import Foundation
import HCI
import Testing

@testable import beckon

@Suite("beckon emit")
struct EmitTests {
    private let folder = NSTemporaryDirectory() + "beckon-emit-\(UUID().uuidString)"

    /// In a folder that is there while `body` runs.
    private func inFolder(_ body: () throws -> Void) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body()
    }

    private func options(_ words: String...) throws -> EmitOptions {
        guard case .run(let arguments) = try Subcommand.emit.command.parse(words) else { throw UsageError.operand("") }
        return try EmitOptions(arguments)
    }

    @Test("Who it is is made once and kept", arguments: [[], ["--eddystone-uid"], ["--altbeacon"]])
    func kept(words: [String]) throws {
        try inFolder {
            guard case .run(let arguments) = try Subcommand.emit.command.parse(words) else { return }
            let options = try EmitOptions(arguments)
            let store = EmitIdentity(folder: folder)
            let identity = try options.identity(keptIn: store)
            #expect(try options.identity(keptIn: store) == identity)
            #expect(EmitIdentity.isSendable(identity))
            let advertisement = try #require(options.advertisement(of: identity))
            let frames = BeaconFrame.frames(in: advertisement.data.span)
            #expect(frames.map(\.summary) == [identity.description])
            #expect(advertisement.milliseconds == 100)
        }
    }

    @Test("Random UUIDs are of version 4, and majors and minors are not zero")
    func random() throws {
        for _ in 0..<100 {
            try inFolder {
                let identity = try options().identity(keptIn: EmitIdentity(folder: folder))
                let text = Array(identity.uuid.description)
                #expect(text[14] == "4" && "89ab".contains(text[19]))
                #expect(identity.major > 0 && identity.minor > 0)
            }
        }
    }

    @Test("What is given is taken, the rest is what is kept")
    func given() throws {
        try inFolder {
            let store = EmitIdentity(folder: folder)
            let uuid = "41c08dfd-b719-4ccb-9d3b-5aa7c3860f89"
            let whole = try options("--uuid", uuid, "--major", "1", "--minor", "0").identity(keptIn: store)
            #expect(whole.description == "ibeacon:\(uuid):1:0")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
            let kept = try options().identity(keptIn: store)
            let part = try options("--uuid", uuid).identity(keptIn: store)
            #expect(part.description == "ibeacon:\(uuid):\(kept.major):\(kept.minor)")
            let text = "eddystone-uid:00010203040506070809:0a0b0c0d0e0f"
            #expect(try options("--identity", text).identity(keptIn: store).description == text)
        }
    }

    @Test(
        "A file that holds something else is said, and left alone",
        arguments: ["", "nonsense", "ibeacon:00000000-0000-0000-0000-000000000000:1:2", "altbeacon:0118:00"])
    func foreignFile(content: String) throws {
        try inFolder {
            try content.write(toFile: folder + "/ibeacon", atomically: true, encoding: .utf8)
            let error = #expect(throws: CommandFailure.self) {
                try options().identity(keptIn: EmitIdentity(folder: folder))
            }
            #expect(error?.description.contains("holds no identity") == true)
            #expect(try String(contentsOfFile: folder + "/ibeacon", encoding: .utf8) == content)
        }
    }

    @Test(
        "What cannot be sent is refused",
        arguments: [
            ["--uuid", "00000000-0000-0000-0000-000000000000"], ["--major", "65536"], ["--minor", "-1"],
            ["--interval", "19ms"], ["--interval", "11s"], ["--measured-power", "200"],
            ["--identity", "address:00:11:22:33:44:55"],
            ["--identity", "ibeacon:00000000-0000-0000-0000-000000000000:1:2"], ["--altbeacon", "--eddystone-uid"],
            ["--altbeacon", "--major", "1"], ["--adapter", "usb0"],
            ["--eddystone-uid", "--identity", "altbeacon:0118:\(String(repeating: "0", count: 40))"],
        ])
    func refused(words: [String]) {
        #expect(throws: UsageError.self) {
            guard case .run(let arguments) = try Subcommand.emit.command.parse(words) else { return }
            _ = try EmitOptions(arguments)
        }
    }

    @Test("Eddystone tells its power at 0 m")
    func power() throws {
        let options = try options("--eddystone-uid", "--measured-power", "-60", "--interval", "250ms")
        let identity = BeaconIdentity.eddystoneUID(namespace: 1, instance: 2)
        let advertisement = try #require(options.advertisement(of: identity))
        #expect(
            BeaconFrame.frames(in: advertisement.data.span) == [
                .eddystoneUID(EddystoneUID(txPower: -19, namespace: 1, instance: 2))
            ])
        #expect(advertisement.milliseconds == 250)
    }
}
