import Glibc
import Settings

/// A file that has lost its name, so that nothing of it stays.
private let file = {
    let path = "/tmp/beckon-fuzz-\(getpid())"
    let file = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    unlink(path)
    return file
}()

/// Whatever a file holds: a configuration, or faults that can be told.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard ftruncate(file, 0) == 0, pwrite(file, start, count, 0) == count else { preconditionFailure("no file") }
    do {
        let configuration = try Configuration.load("/proc/self/fd/\(file)").configuration
        precondition(configuration.fingerprint.utf8.count == 16)
    } catch {
        precondition(!error.faults.isEmpty && !error.description.isEmpty)
    }
    return 0
}
