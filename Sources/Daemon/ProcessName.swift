import Glibc

/// How this process is told from others, on this machine and elsewhere.
public enum ProcessName {
    /// `HOST/PID`.
    public static var text: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return "\(String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))/\(getpid())"
    }
}
