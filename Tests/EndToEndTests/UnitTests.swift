import Foundation
import Testing

/// The packaged units under the real systemd, on a copy of this machine (`Tests/Units/boot`).
@Suite struct UnitTests {
    private static let boot = Workspace.checkout.appendingPathComponent("Tests/Units/boot").path

    private static let canBoot: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: boot)
        process.arguments = ["--check"]
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    @Test(
        .enabled(
            if: canBoot,
            "systemd boots only as root, with namespaces, overlayfs and cgroup2, and all of this machine on one disk"))
    func bothHaveTheirCapabilitiesAndNoOtherTakeANewConfigurationAndAreStartedAgainWhenTheyStandStill() async throws {
        let workspace = try await Workspace(startsBroker: false)
        let folder = workspace.file("box").path
        let programs = URL(fileURLWithPath: try workspace.program("beckon")).deletingLastPathComponent().path
        let scenario = Workspace.checkout.appendingPathComponent("Tests/Units/box.sh").path
        let box = try ChildProcess(Self.boot, [programs, folder, scenario], output: workspace.file("boot.log"))
        let code = try await box.exitCode(within: .seconds(170))
        let text = (try? String(contentsOfFile: folder + "/result", encoding: .utf8)) ?? ""
        #expect(code == 0, "\(box.text)")

        let lines = text.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        let facts = Dictionary(lines.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { $1 }
        // CAP_NET_ADMIN and CAP_NET_RAW are bits 12 and 13.
        for (unit, capabilities) in [("beckon-gateway", "0000000000003000"), ("beckon-consumer", "0000000000000000")] {
            #expect(facts["\(unit).ActiveState"] == "active", "\(text)")
            for set in ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"] {
                #expect(facts["\(unit).\(set)"] == capabilities, "\(set)")
            }
            #expect(facts["\(unit).NoNewPrivs"] == "1")
            // A filter of system calls.
            #expect(facts["\(unit).Seccomp"] == "2")
            #expect(facts["\(unit).alive"] == "active" && facts["\(unit).NRestarts"] == "0", "\(text)")
            #expect(text.contains("\(unit).service: Watchdog timeout"), "\(text)")
            #expect(facts["\(unit).restarts"] == "1")
            #expect(facts["\(unit).Result"] == "success" && facts["\(unit).ExecMainStatus"] == "0")
        }
        #expect(!text.contains("never: "), "\(text)")
    }
}
