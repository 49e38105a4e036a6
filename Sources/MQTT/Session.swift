/// Connection after connection, for ever, until told to stop. Lives on the client's thread.
struct Session {
    let options: MQTTOptions
    let mailbox: Mailbox
    let receive: ([ReceivedMessage]) throws -> Void
    let event: (MQTTEvent) -> Void

    private var choices: [VersionChoice]
    private var backOff: BackOff
    private var contest = Contest()
    private var random = SystemRandomNumberGenerator()

    init(
        options: MQTTOptions, mailbox: Mailbox, receive: @escaping ([ReceivedMessage]) throws -> Void,
        event: @escaping (MQTTEvent) -> Void
    ) {
        self.options = options
        self.mailbox = mailbox
        self.receive = receive
        self.event = event
        choices = options.brokers.map { _ in VersionChoice() }
        backOff = options.backOff
    }

    mutating func run() {
        var index = 0
        while !mailbox.isStopping, options.brokers.indices.contains(index) {
            let broker = options.brokers[index]
            let (fault, wasConnected, wasSteady) = connect(to: broker, index)
            guard let fault else { return }
            if wasSteady { backOff.reset() }
            if wasConnected {
                choices[index].connected()
            } else {
                choices[index].failed(fault)
                index = (index + 1) % options.brokers.count
            }
            let wait = backOff.next(using: &random)
            event(.disconnected(broker, fault, retryIn: wait))
            if wasConnected, fault.isLoss, let times = contest.lost(at: Monotonic.now) {
                event(.takenOver(times: times))
            }
            pause(wait)
        }
    }

    /// One connection from beginning to end. No fault: we were told to stop.
    private mutating func connect(
        to broker: BrokerURL, _ index: Int
    ) -> (fault: MQTTFault?, wasConnected: Bool, wasSteady: Bool) {
        defer { mailbox.shut() }
        do {
            var connection = try Connection(
                to: broker, by: choices[index], options, mailbox, receive: receive, event: event)
            let fault = connection.run()
            return (fault, connection.isConnected, connection.isSteady)
        } catch {
            return (error, false, false)
        }
    }

    private func pause(_ time: Duration) {
        let deadline = Monotonic.now + time
        while !mailbox.isStopping, mailbox.wake.wait(atMost: deadline - Monotonic.now) { mailbox.wake.clear() }
    }
}
