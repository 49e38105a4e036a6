import Glibc

/// The pages of this process that hold code: its own, and its libraries'.
public enum ProgramPages {
    /// Gives back what is mapped of them. What still runs comes back at its next step, out of the page cache; what only
    /// the start needed, 2 MiB or more of a gateway's 14, no longer counts as ours.
    ///
    /// Each page that is run brings its fifteen neighbours with it (`fault_around_bytes`), and they stay.
    public static func giveBack() {
        guard let maps = try? FileContent.read("/proc/self/maps", atMost: 1 << 20) else { return }
        for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") {
            // `55d0c3a00000-55d0c40ed000 r-xp 001bd000 fe:00 9577462   /usr/bin/beckon-gateway`: of a file, never written.
            let fields = line.split(separator: " ")
            guard fields.count > 5, fields[1] == "r-xp", fields[5].hasPrefix("/") else { continue }
            let bounds = fields[0].split(separator: "-").compactMap { UInt(String($0), radix: 16) }
            guard bounds.count == 2, bounds[0] < bounds[1] else { continue }
            madvise(UnsafeMutableRawPointer(bitPattern: bounds[0]), Int(bounds[1] - bounds[0]), MADV_DONTNEED)
        }
    }
}
