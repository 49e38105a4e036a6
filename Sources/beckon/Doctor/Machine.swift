import BlueZ
import Daemon
import Glibc

/// What this machine says of its radio, its clock and its disk.
struct Machine {
    /// A radio switch of the kernel's.
    struct RadioSwitch: Equatable {
        let name: String
        /// By a program, which can undo it.
        let isSoftBlocked: Bool
        /// By a key or a switch on the box.
        let isHardBlocked: Bool
    }

    let isContainer: Bool
    let switches: [RadioSwitch]
    /// The process of a Bluetooth daemon that shares the adapter.
    let bluetoothd: Int32?
    let isClockSynced: Bool
    /// Unix milliseconds.
    let time: Int64

    /// This one, as it is now.
    static func observed() -> Machine {
        let signs: [String] = ["/.dockerenv", "/run/.containerenv", "/run/systemd/container"]
        let switches = entries(of: "/sys/class/rfkill").compactMap { entry -> RadioSwitch? in
            let folder = "/sys/class/rfkill/\(entry)"
            guard line(of: "\(folder)/type") == "bluetooth" else { return nil }
            return RadioSwitch(
                name: line(of: "\(folder)/name") ?? entry, isSoftBlocked: line(of: "\(folder)/soft") == "1",
                isHardBlocked: line(of: "\(folder)/hard") == "1")
        }
        let bluetoothd = entries(of: "/proc").lazy.compactMap { Int32($0) }
            .first { line(of: "/proc/\($0)/comm") == "bluetoothd" }
        return Machine(
            isContainer: signs.contains { access($0, F_OK) == 0 }, switches: switches, bluetoothd: bluetoothd,
            isClockSynced: SystemClock.isSynced, time: SystemClock.wallMilliseconds())
    }

    /// Bytes that are free on the disk of a folder, or of the nearest one above it that is there.
    static func freeSpace(at folder: String) -> Int64? {
        var path = folder[...]
        var status = statvfs()
        while statvfs(path.isEmpty ? "/" : String(path), &status) != 0 {
            guard let slash = path.lastIndex(of: "/") else {
                // Relative to where we are.
                return path == "." ? nil : freeSpace(at: ".")
            }
            path = path[..<slash]
        }
        return Int64(
            clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }

    /// The capabilities that a process has, as the kernel numbers them; `nil` where there is no such process.
    static func capabilities(of process: Int32) -> UInt64? {
        guard let bytes = try? FileContent.read("/proc/\(process)/status", atMost: 1 << 16) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
        return line?.split(whereSeparator: \.isWhitespace).last.flatMap { UInt64($0, radix: 16) }
    }

    private static func line(of path: String) -> String? {
        guard let bytes = try? FileContent.read(path, atMost: 4096) else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    private static func entries(of folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
