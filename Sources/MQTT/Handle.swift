import CMosquitto
import CMosquittoGuard
import Glibc

/// One `mosquitto *`, for one connection: the library would resend by itself what an old handle still holds.
struct Handle: ~Copyable {
    let inbox = Inbox()
    private let handle: OpaquePointer
    private let descriptions = Descriptions()
    private let holder: Unmanaged<Inbox>

    private static let library: Int32 = mosquitto_lib_init()

    init(_ options: MQTTOptions, version: MQTTVersion) throws(MQTTFault) {
        _ = Self.library
        let holder = Unmanaged.passRetained(inbox)
        guard let handle = mosquitto_new(options.clientID, options.cleanStart, holder.toOpaque()) else {
            holder.release()
            throw .configuration("client id \(options.clientID): \(String(cString: strerror(errno)))")
        }
        self.holder = holder
        self.handle = handle
        Callbacks.install(on: handle)
        // Without it the acknowledgement of a message leaves before its callback has run.
        mosquitto_threaded_set(handle, true)
        let wire = version == .v5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
        mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, wire)
        mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
        mosquitto_int_option(handle, MOSQ_OPT_RECEIVE_MAXIMUM, Int32(options.window))
        mosquitto_int_option(handle, MOSQ_OPT_SEND_MAXIMUM, Int32(options.window))
    }

    deinit {
        mosquitto_destroy(handle)
        holder.release()
    }

    // MARK: Connecting

    /// Begins to connect; the rest happens in `read` and `write`. Looking up the name blocks.
    func connect(to broker: BrokerURL, _ options: MQTTOptions, _ version: MQTTVersion) throws(MQTTFault) {
        try authenticate(options)
        if broker.usesTLS { try secure(options.tls) }
        if let will = options.will { try bequeath(will, delay: options.willDelay, version) }
        let keepAlive = Int32(clamping: max(options.keepAlive.wholeSeconds, 5))
        if version == .v5 {
            var properties = Properties()
            properties.add(MQTT_PROP_RECEIVE_MAXIMUM, short: options.window)
            properties.add(MQTT_PROP_MAXIMUM_PACKET_SIZE, long: options.longestMessage)
            if options.sessionExpiry > .zero {
                properties.add(MQTT_PROP_SESSION_EXPIRY_INTERVAL, long: options.sessionExpiry.wholeSeconds)
            }
            // Only the blocking call takes properties. It keeps them before it finds that there is no host.
            mosquitto_connect_bind_v5(handle, nil, 0, keepAlive, nil, properties.list)
        }
        let code = mosquitto_connect_async(handle, broker.host, Int32(broker.port), keepAlive)
        guard code == MOSQ_ERR_SUCCESS.rawValue || socket >= 0 else {
            throw broker.usesTLS && code == MOSQ_ERR_TLS.rawValue
                ? .tls(detail(code)) : .unreachable("\(broker): \(detail(code))")
        }
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        var timeout = UInt32(clamping: Int64(keepAlive) * 1000)
        setsockopt(
            socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &timeout, socklen_t(MemoryLayout<UInt32>.size))
    }

    private func authenticate(_ options: MQTTOptions) throws(MQTTFault) {
        guard let read = options.credentials else { return }
        let credentials: MQTTOptions.Credentials
        do {
            credentials = try read()
        } catch {
            throw .credentials("\(error)")
        }
        try check(mosquitto_username_pw_set(handle, credentials.username, credentials.password), "username, password")
    }

    private func secure(_ tls: MQTTOptions.TLS) throws(MQTTFault) {
        for file in [tls.authorities, tls.certificate, tls.key] {
            guard let file, access(file, R_OK) != 0 else { continue }
            throw .configuration("cannot read \(file): \(String(cString: strerror(errno)))")
        }
        let systemFolder = tls.authorities == nil ? "/etc/ssl/certs" : nil
        try check(
            mosquitto_tls_set(handle, tls.authorities, systemFolder, tls.certificate, tls.key, nil),
            "TLS files; a certificate needs its key")
        // 1 is SSL_VERIFY_PEER; the version is the lowest that is spoken.
        try check(mosquitto_tls_opts_set(handle, 1, "tlsv1.2", nil), "TLS options")
        if let name = tls.serverName { try check(beckon_expect_server(handle, name), "server name \(name)") }
    }

    private func bequeath(_ will: MQTTMessage, delay: Duration, _ version: MQTTVersion) throws(MQTTFault) {
        var properties = Properties()
        if version == .v5 {
            properties.add(describing: will)
            if delay > .zero { properties.add(MQTT_PROP_WILL_DELAY_INTERVAL, long: delay.wholeSeconds) }
        }
        let code = will.payload.withUnsafeBytes { payload in
            mosquitto_will_set_v5(
                handle, will.topic, Int32(clamping: payload.count), payload.baseAddress, Int32(will.qos),
                will.isRetained, properties.list)
        }
        if code == MOSQ_ERR_SUCCESS.rawValue { properties.release() }
        try check(code, "will")
    }

    private func check(_ code: Int32, _ what: String) throws(MQTTFault) {
        guard code == MOSQ_ERR_SUCCESS.rawValue else { throw .configuration("\(what): \(Self.text(of: code))") }
    }

    /// The library tells what it does no more: it formats each line, wanted or not.
    func silence() { mosquitto_log_callback_set(handle, nil) }

    // MARK: The loop

    /// The descriptor to poll; −1: there is no connection.
    var socket: Int32 { mosquitto_socket(handle) }
    var wantsWrite: Bool { mosquitto_want_write(handle) }
    /// Whether the handshake of TLS is over.
    var isSecured: Bool { beckon_is_secured(handle) }

    /// Reads until nothing is left, at most so many packets. Callbacks run.
    func read(atMost packets: Int) -> Int32 {
        for _ in 0..<packets {
            errno = 0
            let code = beckon_loop_read(handle, 1)
            // As the library's own loop does: EAGAIN is what the last read of an empty socket leaves.
            if code != MOSQ_ERR_SUCCESS.rawValue || errno == EAGAIN || socket < 0 { return code }
        }
        return MOSQ_ERR_SUCCESS.rawValue
    }

    /// Writes all that is queued, as far as the socket takes it. Callbacks run.
    ///
    /// The library hands each packet of MQTT to the socket by itself; corked meanwhile, they share those of TCP (measured:
    /// a tenth less processor time for an event).
    func write() -> Int32 {
        setCork(1)
        defer { setCork(0) }
        return mosquitto_loop_write(handle, 1)
    }

    /// tcp(7): 1 keeps what is not a full packet back, at most 200 ms; 0 sends it.
    private func setCork(_ value: Int32) {
        var value = value
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_CORK, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Keepalive; to be called at least once a second.
    func keepAlive() -> Int32 { mosquitto_loop_misc(handle) }

    // MARK: Packets

    /// Queues a message; its number, or the library's code.
    func publish(_ message: MQTTMessage, _ version: MQTTVersion) -> (id: Int32, code: Int32) {
        var id: Int32 = 0
        var properties = Properties()
        let described = version == .v5 ? descriptions.list(for: message) : nil
        if version == .v5, described == nil { properties.add(describing: message) }
        let code = message.payload.withUnsafeBytes { payload in
            mosquitto_publish_v5(
                handle, &id, message.topic, Int32(clamping: payload.count), payload.baseAddress,
                Int32(min(message.qos, 1)), message.isRetained, described ?? properties.list)
        }
        return (id, code)
    }

    /// Queues a SUBSCRIBE; its number.
    func subscribe(
        _ subscription: MQTTOptions.Subscription, _ version: MQTTVersion
    ) throws(MQTTFault) -> Int32 {
        var id: Int32 = 0
        let options = version == .v5 && subscription.ignoresOwn ? Int32(MQTT_SUB_OPT_NO_LOCAL.rawValue) : 0
        try check(
            mosquitto_subscribe_v5(
                handle, &id, subscription.filter, Int32(min(subscription.qos, 1)), options, nil),
            "subscription \(subscription.filter)")
        return id
    }

    /// Queues a DISCONNECT, with which the broker forgets the will.
    func disconnect() { mosquitto_disconnect(handle) }

    // MARK: Words

    /// What the library said of its errors, or what its code means.
    func detail(_ code: Int32) -> String {
        let words = inbox.errors.isEmpty ? Self.text(of: code) : inbox.errors.joined(separator: "; ")
        return inbox.certificateFault.map { "\(words): \($0)" } ?? words
    }

    static func text(of code: Int32) -> String {
        switch code {
        case MOSQ_ERR_ERRNO.rawValue: String(cString: strerror(errno))
        // It has closed the socket and calls that a success.
        case MOSQ_ERR_SUCCESS.rawValue: "the connection was closed"
        // The library of Debian 12 has no word for it.
        case MOSQ_ERR_KEEPALIVE.rawValue: "nothing was heard for twice the keepalive"
        default: String(cString: mosquitto_strerror(code))
        }
    }

    /// What the broker's code means in the version that it speaks.
    static func reason(_ code: Int32, _ version: MQTTVersion) -> String {
        String(cString: version == .v5 ? mosquitto_reason_string(code) : mosquitto_connack_string(code))
    }
}
