import Glibc

/// The broker's end of one connection.
package struct Wire: Sendable {
    let descriptor: Int32

    package func send(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    /// The next packet, as its first byte and its body; `nil` at the end, or when none came in `time`.
    package func packet(within time: Duration = .seconds(20)) -> (type: UInt8, body: [UInt8])? {
        var timeout = timeval(
            tv_sec: Int(time.components.seconds), tv_usec: Int(time.components.attoseconds / 1_000_000_000_000))
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        guard let type = read(1)?.first else { return nil }
        var length = 0
        for shift in stride(from: 0, to: 28, by: 7) {
            guard let byte = read(1)?.first else { return nil }
            length |= Int(byte & 0x7F) << shift
            if byte < 0x80 { break }
        }
        guard let body = read(length) else { return nil }
        return (type, body)
    }

    /// Reads CONNECT; the level of the protocol: 4 or 5.
    package func connect() -> UInt8? {
        guard let connect = packet(), connect.type == 0x10, connect.body.count > 6 else { return nil }
        return connect.body[6]
    }

    /// Reads CONNECT and accepts it; the level of the protocol: 4 or 5.
    @discardableResult
    package func accept() -> UInt8? {
        guard let level = connect() else { return nil }
        send(level == 5 ? [0x20, 3, 0, 0, 0] : [0x20, 2, 0, 0])
        return level
    }

    /// Grants subscriptions of MQTT 5 and answers pings until the end, or the first message.
    ///
    /// - Returns: whether a message has come.
    package func serveUntilMessage() -> Bool {
        while let (type, body) = packet(within: .seconds(120)) {
            switch type & 0xF0 {
            case 0x80 where body.count >= 2: send([0x90, 4, body[0], body[1], 0, 1])
            case 0xC0: send([0xD0, 0])
            case 0x30: return true
            default: break
            }
        }
        return false
    }

    /// From now on the kernel drops what the peer sends, as if the line were cut: nothing is acknowledged, not even TCP.
    package func cutLine() {
        /// The packet filter of one instruction: take no byte (BPF_RET, 0).
        var instruction: UInt64 = 6
        withUnsafeMutablePointer(to: &instruction) {
            var program = (UInt16(1), UnsafeMutableRawPointer($0))
            setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, &program, 16)
        }
    }

    /// Passes on what comes, both ways, to whoever listens on `port`, until either side ends.
    ///
    /// - Parameter first: bytes that the peer has sent already.
    package func forward(_ first: [UInt8], to port: UInt16) {
        let other = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(other) }
        var address = FreePort.loopback(port)
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(other, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { return }
        Wire(descriptor: other).send(first)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            var ends = [descriptor, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&ends, 2, -1) > 0 else { return }
            for (index, end) in ends.enumerated() where end.revents != 0 {
                let count = recv(end.fd, &buffer, buffer.count, 0)
                guard count > 0 else { return }
                Wire(descriptor: ends[1 - index].fd).send(Array(buffer[..<count]))
            }
        }
    }

    private func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = bytes[done...].withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            guard got > 0 else { return nil }
            done += got
        }
        return bytes
    }
}
