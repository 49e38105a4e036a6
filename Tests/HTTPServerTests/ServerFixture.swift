import HTTPServer
import Synchronization
import TestSupport
import Testing

/// A server on a port of its own, stopped at the end.
final class ServerFixture {
    let server: WebServer

    init(_ limits: WebLimits = WebLimits(), _ fill: (inout WebRoutes) -> Void) throws {
        var routes = WebRoutes()
        fill(&routes)
        server = try WebServer(host: "127.0.0.1", port: 0, limits: limits, routes)
    }

    deinit { server.stop() }

    func connect(receiveBuffer: Int32? = nil) throws -> RawConnection {
        try #require(RawConnection(port: server.port, receiveBuffer: receiveBuffer))
    }

    /// One request on a connection of its own, and all that comes back.
    func answer(_ request: String, within time: Duration = .seconds(5)) throws -> String {
        let connection = try connect()
        connection.send(request)
        return connection.read(within: time)
    }

    func get(_ target: String) throws -> String {
        try answer("GET \(target) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    }
}

/// What another thread hands to the test.
final class Box<Value: Sendable>: Sendable {
    private let state = Mutex<[Value]>([])

    func put(_ value: Value) { state.withLock { $0.append(value) } }
    var values: [Value] { state.withLock { $0 } }
}
