import Glibc

/// Which boot of the machine this is: its monotonic clock counts from there.
public enum BootID {
    /// The first 60 bits of the kernel's random id of the boot; 0 where it is not told.
    public static func read() -> Int64 {
        guard let bytes = try? FileContent.read("/proc/sys/kernel/random/boot_id", atMost: 64) else { return 0 }
        let digits = String(decoding: bytes, as: UTF8.self).filter(\.isHexDigit).prefix(15)
        return Int64(digits, radix: 16) ?? 0
    }
}
