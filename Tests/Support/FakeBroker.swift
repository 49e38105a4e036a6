import Glibc
import Synchronization

/// A broker that misbehaves as told: for what a real one does only when it is old, busy or broken.
///
/// One thread serves one connection after the other, each by the script.
package final class FakeBroker: Sendable {
    private struct State {
        var count = 0
        var current: Int32 = -1
        var isOver = false
    }

    package let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())
    private let script: @Sendable (Wire, _ number: Int) -> Void

    /// - Parameter script: serves one connection, which ends with it; connections are numbered from 1.
    package init(port: UInt16 = FreePort.next(), script: @escaping @Sendable (Wire, _ number: Int) -> Void) {
        self.port = port
        self.script = script
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
        var address = FreePort.loopback(port)
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        precondition(code == 0 && listen(listener, 8) == 0, "port \(port): \(String(cString: strerror(errno)))")
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { broker in
                guard let broker else { return nil }
                Unmanaged<FakeBroker>.fromOpaque(broker).takeRetainedValue().serve()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        pthread_detach(thread)
    }

    /// How many connections there were.
    package var connections: Int { state.withLock(\.count) }

    /// Ends the connection that there is, and frees the port. To be called in the end: the thread holds the broker.
    package func stop() {
        state.withLock { state in
            guard !state.isOver else { return }
            state.isOver = true
            // Its thread closes it: until then nobody else shall have its number.
            shutdown(listener, Int32(SHUT_RDWR))
            if state.current >= 0 { shutdown(state.current, Int32(SHUT_RDWR)) }
        }
    }

    private func serve() {
        while true {
            let descriptor = accept(listener, nil, nil)
            // Else a broker that another test starts would hold it open.
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let number: Int? = state.withLock { state in
                guard descriptor >= 0, !state.isOver else { return nil }
                state.count += 1
                state.current = descriptor
                return state.count
            }
            if let number { script(Wire(descriptor: descriptor), number) }
            state.withLock { $0.current = -1 }
            if descriptor >= 0 {
                shutdown(descriptor, Int32(SHUT_RDWR))
                close(descriptor)
            }
            guard number != nil else { break }
        }
        close(listener)
    }
}
