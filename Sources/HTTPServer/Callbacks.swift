import CMicrohttpd

/// The library's callbacks: formed outside any isolation, they run on the server's thread and hand on to the loop.
enum Callbacks {
    static func table(for loop: UnsafeMutableRawPointer) -> beckon_http {
        beckon_http(
            state: loop,
            access: { loop, connection, _, method, _, part, partSize, _ in
                guard let loop = Callbacks.loop(loop), let connection, let method, let partSize else { return .NO }
                let bytes = UnsafeRawBufferPointer(start: part, count: part == nil ? 0 : partSize.pointee)
                partSize.pointee = 0
                return loop.proceed(connection, method: String(cString: method), part: bytes) ? .YES : .NO
            },
            target: { loop, target, connection in
                guard let target, let connection else { return nil }
                Callbacks.loop(loop)?.began(connection, target: String(cString: target))
                return nil
            },
            completed: { loop, connection, _, _ in
                guard let connection else { return }
                Callbacks.loop(loop)?.completed(connection)
            },
            connection: { loop, connection, _, code in
                guard let connection else { return }
                switch code {
                case .CONNECTION_NOTIFY_STARTED: Callbacks.loop(loop)?.opened(connection)
                default: Callbacks.loop(loop)?.closed(connection)
                }
            })
    }

    private static func loop(_ pointer: UnsafeMutableRawPointer?) -> Loop? {
        pointer.map { Unmanaged<Loop>.fromOpaque($0).takeUnretainedValue() }
    }
}
