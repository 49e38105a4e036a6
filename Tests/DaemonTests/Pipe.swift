import Glibc

/// A pipe whose reading end does not wait.
struct Pipe: ~Copyable {
    let reading: Int32
    let writing: Int32

    init() {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        (reading, writing) = (ends[0], ends[1])
        _ = fcntl(reading, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// What has been written since.
    func text() -> String {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(reading, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }

    /// What a JOURNAL_STREAM variable says when the journal reads this pipe.
    var stream: String {
        var status = stat()
        fstat(writing, &status)
        return "\(status.st_dev):\(status.st_ino)"
    }
}

/// A path that nothing is at yet, in a folder for temporary files.
func temporaryPath() -> String { "/tmp/beckon-\(getpid())-\(UInt64.random(in: 0 ... .max))" }
