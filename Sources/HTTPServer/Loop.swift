import CMicrohttpd
import Glibc

/// The library's daemon and all its connections. Made where the server is, then only its thread touches it.
final class Loop {
    let limits: WebLimits
    private let routes: WebRoutes
    private let mailbox: Mailbox
    private var daemon: OpaquePointer?
    private var peers: [OpaquePointer: Peer] = [:]
    /// Whose answer is awaited, and the streams.
    private var waiting: [UInt64: Peer] = [:]
    private var lastID: UInt64 = 0
    private(set) var isEnding = false
    /// The library listens again only when it runs once more after a connection has gone.
    private var hasRoom = false

    /// Bytes for a request's head, and for parts of answers.
    private static let connectionMemory = 32 << 10

    /// `nil`: the library cannot start; `errno` may tell why.
    init?(_ socket: Int32, _ limits: WebLimits, _ routes: WebRoutes, _ mailbox: Mailbox) {
        self.limits = limits
        self.routes = routes
        self.mailbox = mailbox
        var callbacks = Callbacks.table(for: Unmanaged.passUnretained(self).toOpaque())
        daemon = beckon_http_start(
            socket, UInt32(clamping: limits.connections), UInt32(clamping: limits.connectionsPerAddress ?? 0),
            Self.connectionMemory, &callbacks)
        guard daemon != nil else { return nil }
    }

    func run() {
        while !mailbox.isStopping {
            wait()
            for letter in mailbox.take() { open(letter) }
            expire()
            MHD_run(daemon)
        }
        isEnding = true
        for peer in peers.values {
            peer.hangUp()
            resume(peer)
        }
        MHD_run(daemon)
        MHD_stop_daemon(daemon)
    }

    private func wait() {
        var ready: UInt64 = 0
        var milliseconds: Int64?
        if MHD_get_timeout(daemon, &ready) == .YES { milliseconds = Int64(clamping: ready) }
        if hasRoom { milliseconds = 0 }
        hasRoom = false
        if let deadline = peers.values.map(\.deadline).min() {
            let left = (deadline - .now) / .milliseconds(1)
            milliseconds = min(milliseconds ?? .max, Int64(max(left, 0).rounded(.up)))
        }
        var polled = (
            pollfd(fd: beckon_http_descriptor(daemon), events: Int16(POLLIN), revents: 0),
            pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
        )
        let patience = milliseconds.map { Int32(clamping: $0) } ?? -1
        withUnsafeMutableBytes(of: &polled) {
            _ = poll($0.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, patience)
        }
    }

    private func open(_ letter: Mailbox.Letter) {
        switch letter {
        case .answer(let id, let response):
            guard let peer = waiting[id] else { return }
            answer(peer, response)
        case .stream(let id):
            guard let peer = waiting[id], case .streaming(let stream) = peer.exchange?.phase else { return }
            if stream.isOverflowing { peer.hangUp() }
            resume(peer)
        }
    }

    private func answer(_ peer: Peer, _ response: WebResponse) {
        guard let exchange = peer.exchange, case .waiting = exchange.phase else { return }
        waiting[exchange.id] = nil
        exchange.phase = .ready(response)
        peer.deadline = .now + limits.sending
        resume(peer)
    }

    private func resume(_ peer: Peer) {
        guard peer.isSuspended else { return }
        peer.isSuspended = false
        MHD_resume_connection(peer.connection)
    }

    func suspend(_ peer: Peer) {
        peer.isSuspended = true
        MHD_suspend_connection(peer.connection)
    }

    /// Ends what took too long.
    private func expire() {
        let now = ContinuousClock.now
        for peer in peers.values where peer.deadline <= now {
            switch peer.exchange?.phase {
            case .waiting(let otherwise): answer(peer, otherwise)
            case .streaming(let stream):
                peer.deadline = now + limits.streamPause
                stream.keepAlive()
            default:
                // Were it still there at this time, it would be told again.
                peer.deadline = now + limits.sending
                peer.hangUp()
            }
        }
    }

    // MARK: What the library says

    func opened(_ connection: OpaquePointer) {
        peers[connection] = Peer(
            connection, socket: beckon_http_socket(connection), deadline: .now + limits.receiving)
    }

    func closed(_ connection: OpaquePointer) {
        completed(connection)
        peers[connection] = nil
        hasRoom = true
    }

    func began(_ connection: OpaquePointer, target: String) {
        lastID += 1
        peers[connection]?.exchange = Exchange(id: lastID, target: target)
    }

    func completed(_ connection: OpaquePointer) {
        guard let peer = peers[connection], let exchange = peer.exchange else { return }
        waiting[exchange.id] = nil
        if case .streaming(let stream) = exchange.phase { stream.end() }
        peer.exchange = nil
        peer.deadline = .now + limits.receiving
    }

    /// The library calls it when the headers have come, with each part of the body, when all has come, and when the
    /// connection is resumed. `false`: the connection is to be closed.
    func proceed(_ connection: OpaquePointer, method: String, part: UnsafeRawBufferPointer) -> Bool {
        guard !isEnding, let peer = peers[connection], let exchange = peer.exchange else { return false }
        switch exchange.phase {
        case .begun:
            exchange.phase = .receiving
            exchange.headers = Headers.read(connection)
            return true
        case .receiving where !part.isEmpty:
            // What is too long is read on and forgotten, so that the client sees the answer.
            exchange.isTooLong = exchange.isTooLong || exchange.body.count + part.count > limits.body
            if !exchange.isTooLong { exchange.body += part }
            return true
        case .receiving: return dispatch(exchange, of: peer, method: method)
        case .ready(let response): return send(response, to: peer, exchange)
        case .waiting, .sending, .streaming: return false
        }
    }

    private func dispatch(_ exchange: Exchange, of peer: Peer, method: String) -> Bool {
        guard !exchange.isTooLong else { return send(routes.refuse(413, exchange.target), to: peer, exchange) }
        guard
            let request = WebRequest(
                method: method, target: exchange.target, headers: exchange.headers, body: exchange.body,
                peer: peer.address(by: exchange.headers))
        else { return send(routes.refuse(400, exchange.target), to: peer, exchange) }
        switch routes.answer(request) {
        case .now(let response): return send(response, to: peer, exchange)
        case .later(let time, let otherwise, let begin):
            exchange.phase = .waiting(otherwise: otherwise)
            peer.deadline = .now + time
            waiting[exchange.id] = peer
            suspend(peer)
            begin(WebReply(id: exchange.id, mailbox: mailbox))
            return true
        case .events(let begin):
            let streams = waiting.values.count { if case .streaming = $0.exchange?.phase { true } else { false } }
            guard streams < limits.streams else { return send(routes.refuse(503, request.path), to: peer, exchange) }
            let stream = EventStream(id: exchange.id, capacity: limits.streamQueue, mailbox: mailbox)
            exchange.phase = .streaming(stream)
            peer.deadline = .now + limits.streamPause
            waiting[exchange.id] = peer
            begin(stream)
            return Answers.queue(stream, on: peer, of: self)
        }
    }

    private func send(_ response: WebResponse, to peer: Peer, _ exchange: Exchange) -> Bool {
        exchange.phase = .sending
        peer.deadline = .now + limits.sending
        return Answers.queue(response, on: peer)
    }
}
