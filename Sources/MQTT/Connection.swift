import CMosquitto
import Glibc

/// One connection, from the first packet to the last: the poll loop.
struct Connection: ~Copyable {
    let handle: Handle
    let broker: BrokerURL
    let version: MQTTVersion
    /// Whether it is over when the broker accepts it.
    let isTrial: Bool
    let options: MQTTOptions
    let mailbox: Mailbox
    let receive: ([ReceivedMessage]) throws -> Void
    let event: (MQTTEvent) -> Void

    /// What was agreed when the broker accepted us; `nil` before.
    private var accepted: MQTTConnection?
    /// Whether that is so long ago that the broker is well, and waits may begin anew. One that accepts and closes, again
    /// and again, is met no oftener than the back-off says.
    private(set) var isSteady = false
    /// Whether TCP has connected.
    private var isOpen = false
    /// Whether the handshake of TLS is over.
    private var isSecured = false
    /// How many messages may be on their way.
    private var window = 0
    /// The tokens of those that are, by the library's number.
    private var inFlight: [Int32: UInt64?] = [:]
    /// Since when an acknowledgement is awaited.
    private var awaitedSince = Duration.zero
    /// By the number of their SUBSCRIBE.
    private var subscriptions: [Int32: MQTTOptions.Subscription] = [:]
    /// Those that the broker refused.
    private var refused: [MQTTOptions.Subscription] = []
    private var acceptedAt = Duration.zero
    private var subscribeAgainAt = Duration.zero

    init(
        to broker: BrokerURL, by choice: VersionChoice, _ options: MQTTOptions, _ mailbox: Mailbox,
        receive: @escaping ([ReceivedMessage]) throws -> Void, event: @escaping (MQTTEvent) -> Void
    ) throws(MQTTFault) {
        handle = try Handle(options, version: choice.version)
        self.broker = broker
        version = choice.version
        isTrial = choice.isGuess
        self.options = options
        self.mailbox = mailbox
        self.receive = receive
        self.event = event
    }

    var isConnected: Bool { accepted != nil }

    /// For the answer to CONNECT.
    private static let answerTime = Duration.seconds(10)
    /// For what waits, and for taking leave, when told to stop.
    private static let leaveTime = Duration.seconds(1)
    /// After which an accepted connection counts as steady.
    private static let steadyTime = Duration.seconds(3)
    /// The library's keepalive wants to be called so often.
    private static let tick = Duration.seconds(1)

    /// Connects and runs until a fault, or without one until told to stop.
    mutating func run() -> MQTTFault? {
        do {
            try loop()
            return nil
        } catch {
            return error
        }
    }

    private mutating func loop() throws(MQTTFault) {
        try handle.connect(to: broker, options, version)
        let answerDeadline = Monotonic.now + Self.answerTime
        var leaveDeadline: Duration?
        while true {
            let now = Monotonic.now
            if mailbox.isStopping {
                guard isConnected else { return }
                let deadline = leaveDeadline ?? now + Self.leaveTime
                leaveDeadline = deadline
                if now >= deadline || (mailbox.isEmpty && inFlight.isEmpty) { return leave(by: deadline) }
            }
            if !isConnected, now >= answerDeadline { throw isOpen ? .unanswered : .unreachable("\(broker): no answer") }
            try look(at: now)
            let code = try poll(atMost: timeout(now, answerDeadline, leaveDeadline))
            // What came before the end is kept all the same.
            try settle()
            try check(code)
            try send()
            if handle.wantsWrite, isOpen { try check(handle.write()) }
            settleAcknowledgements()
            try check(handle.keepAlive())
        }
    }

    /// What time brings.
    private mutating func look(at now: Duration) throws(MQTTFault) {
        guard let accepted else { return }
        if !inFlight.isEmpty, now - awaitedSince >= options.keepAlive * 2 { throw .unacknowledged }
        if !isSteady, now - acceptedAt >= Self.steadyTime {
            isSteady = true
            event(.steady(accepted))
        }
        if !refused.isEmpty, now >= subscribeAgainAt {
            let again = refused
            refused = []
            try subscribe(again)
        }
    }

    private func timeout(_ now: Duration, _ answerDeadline: Duration, _ leaveDeadline: Duration?) -> Duration {
        if isConnected, inFlight.count < window, !mailbox.isEmpty { return .zero }
        let deadline = isConnected ? leaveDeadline : answerDeadline
        return deadline.map { min(Self.tick, $0 - now) } ?? Self.tick
    }

    /// Waits for the socket or the mailbox, and reads; the library's code.
    private mutating func poll(atMost timeout: Duration) throws(MQTTFault) -> Int32 {
        let writing = !isOpen || handle.wantsWrite ? POLLOUT : 0
        var entries = (
            pollfd(fd: handle.socket, events: Int16(POLLIN | Self.peerClosed | writing), revents: 0),
            pollfd(fd: mailbox.wake.descriptor, events: Int16(POLLIN), revents: 0)
        )
        let count = withUnsafeMutableBytes(of: &entries) {
            Glibc.poll($0.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, timeout.pollTimeout)
        }
        guard count > 0 else { return MOSQ_ERR_SUCCESS.rawValue }
        if entries.1.revents != 0 { mailbox.wake.clear() }
        let events = Int32(entries.0.revents)
        if !isOpen, events != 0 {
            // Before the library touches the socket: with TLS it does not see the error, and would spin.
            if let error = connectError() { throw .unreachable("\(broker): \(error)") }
            isOpen = true
        }
        if broker.usesTLS, !isSecured { isSecured = handle.isSecured }
        let code = events & POLLIN != 0 ? handle.read(atMost: Self.batch) : MOSQ_ERR_SUCCESS.rawValue
        let isOver = events & (POLLERR | POLLHUP | POLLNVAL) != 0 || (!isConnected && events & Self.peerClosed != 0)
        let isQuiet = events & POLLIN == 0 || (!isConnected && handle.inbox.answer == nil)
        return code == MOSQ_ERR_SUCCESS.rawValue && isOver && isQuiet ? MOSQ_ERR_CONN_LOST.rawValue : code
    }

    /// POLLRDHUP, which Swift does not see: the peer has closed its side. In a TLS handshake the library would try to
    /// read on, for ever.
    private static let peerClosed: Int32 = 0x2000

    /// The most packets read before they are handed on.
    private static let batch = 200

    /// Hands on what was read. Nothing has been written since: acknowledgements wait in the library.
    private mutating func settle() throws(MQTTFault) {
        if let answer = handle.inbox.answer {
            handle.inbox.answer = nil
            try accept(answer)
        }
        if !handle.inbox.messages.isEmpty {
            do {
                try receive(handle.inbox.messages)
            } catch {
                throw .notKept("\(error)")
            }
            handle.inbox.messages.removeAll(keepingCapacity: true)
        }
        for (id, granted) in handle.inbox.subscriptions {
            guard let subscription = subscriptions.removeValue(forKey: id), granted >= 0x80 else { continue }
            refused.append(subscription)
            // An access list is repaired without a word to clients.
            subscribeAgainAt = Monotonic.now + options.keepAlive
            event(.subscriptionRefused(filter: subscription.filter, reason(granted)))
        }
        handle.inbox.subscriptions.removeAll()
        settleAcknowledgements()
    }

    private mutating func settleAcknowledgements() {
        guard !handle.inbox.acknowledgements.isEmpty else { return }
        awaitedSince = Monotonic.now
        for acknowledgement in handle.inbox.acknowledgements {
            guard case .some(.some(let token)) = inFlight.removeValue(forKey: acknowledgement.id) else { continue }
            let refusal = acknowledgement.code >= 0x80 ? reason(acknowledgement.code) : nil
            event(.acknowledged(token: token, refusal: refusal))
        }
        handle.inbox.acknowledgements.removeAll(keepingCapacity: true)
    }

    private mutating func accept(_ answer: Inbox.Answer) throws(MQTTFault) {
        guard answer.code == 0 else {
            throw .refused(code: UInt8(truncatingIfNeeded: answer.code), Handle.reason(answer.code, version))
        }
        handle.silence()
        window = min(Int(options.window), answer.receiveMaximum.map(Int.init) ?? Int(options.window))
        let connection = MQTTConnection(
            broker: broker, version: version, isSessionPresent: answer.isSessionPresent,
            sessionExpiry: answer.sessionExpiry.map { .seconds($0) }, window: window)
        accepted = connection
        acceptedAt = Monotonic.now
        if isTrial {
            leave(by: acceptedAt + Self.leaveTime)
            throw .closedUnanswered
        }
        try subscribe(options.subscriptions)
        mailbox.open()
        event(.connected(connection))
    }

    private mutating func subscribe(_ wanted: [MQTTOptions.Subscription]) throws(MQTTFault) {
        for subscription in wanted { subscriptions[try handle.subscribe(subscription, version)] = subscription }
    }

    private mutating func send() throws(MQTTFault) {
        guard isConnected else { return }
        if inFlight.isEmpty { awaitedSince = Monotonic.now }
        for letter in mailbox.take(window - inFlight.count) {
            let (id, code) = handle.publish(letter.message, version)
            switch code {
            case MOSQ_ERR_SUCCESS.rawValue: inFlight[id] = .some(letter.token)
            case MOSQ_ERR_NO_CONN.rawValue, MOSQ_ERR_CONN_LOST.rawValue: throw fault(code)
            default:
                // The library does not send it: too large for the broker, or not a topic.
                let isTooLarge = code == MOSQ_ERR_OVERSIZE_PACKET.rawValue || code == MOSQ_ERR_PAYLOAD_SIZE.rawValue
                let reason = MQTTReason(code: isTooLarge ? 0x95 : 0x90, description: Handle.text(of: code))
                if let token = letter.token { event(.acknowledged(token: token, refusal: reason)) }
            }
        }
    }

    /// Sends DISCONNECT, if the socket takes it in time.
    private func leave(by deadline: Duration) {
        handle.disconnect()
        while handle.write() == MOSQ_ERR_SUCCESS.rawValue, handle.socket >= 0, handle.wantsWrite {
            let left = deadline - Monotonic.now
            var entry = pollfd(fd: handle.socket, events: Int16(POLLOUT), revents: 0)
            guard left > .zero, Glibc.poll(&entry, 1, left.pollTimeout) > 0 else { return }
        }
    }

    // MARK: Faults

    private func check(_ code: Int32) throws(MQTTFault) {
        guard code != MOSQ_ERR_SUCCESS.rawValue || handle.socket < 0 else { return }
        throw fault(code)
    }

    /// What a code of the library means at this point.
    private func fault(_ code: Int32) -> MQTTFault {
        if let end = handle.inbox.endCode, end >= 0x80 {
            let code = UInt8(truncatingIfNeeded: end)
            return code == 0x8E ? .takenOver : .ended(code: code, Handle.reason(end, version))
        }
        if isConnected { return .lost(Handle.text(of: code)) }
        if handle.inbox.certificateFault != nil { return .tls(handle.detail(code)) }
        if broker.usesTLS, isOpen, !isSecured {
            let detail = handle.detail(code)
            // Else what OpenSSL says differs from one attempt to the next.
            return .tls(detail.contains(" alert ") ? detail : MQTTFault.endedHandshake)
        }
        if broker.usesTLS, code == MOSQ_ERR_TLS.rawValue || !handle.inbox.errors.isEmpty {
            return .tls(handle.detail(code))
        }
        return isOpen ? .closedUnanswered : .unreachable("\(broker): \(handle.detail(code))")
    }

    /// Why TCP did not connect, if it did not.
    private func connectError() -> String? {
        var error: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        if getsockopt(handle.socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0, error != 0 {
            return error == ECONNRESET ? nil : String(cString: strerror(error))
        }
        var peer = sockaddr_storage()
        size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isConnected = withUnsafeMutablePointer(to: &peer) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(handle.socket, $0, &size) == 0 }
        }
        // The library's first step of TLS may have taken the error, which then was there at once.
        return isConnected ? nil : "connection refused, or reset"
    }

    private func reason(_ code: Int32) -> MQTTReason {
        MQTTReason(code: UInt8(truncatingIfNeeded: code), description: Handle.reason(code, version))
    }
}
