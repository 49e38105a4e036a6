import Glibc
import HCI

/// The socket for commands and their answers. Apart from the reports' one, so that a flood of reports cannot take the
/// place of an answer.
struct CommandSocket: ~Copyable {
    private let socket: Descriptor
    private let patience: Int64
    /// Readable when nothing is worth waiting for any more; −1: never.
    private let interrupt: Int32
    /// What came beside answers to our own commands, and when (monotonic µs): bounded, the newest are dropped.
    private(set) var overheard: [(event: ControllerEvent, at: Int64)] = []
    /// Events taken from the socket.
    private(set) var eventCount: UInt32 = 0

    private static let mostOverheard = 256

    /// - Parameter patience: how long an answer may take, µs.
    init(_ socket: consuming Descriptor, patience: Int64, interrupt: Int32 = -1) {
        self.socket = socket
        self.patience = patience
        self.interrupt = interrupt
    }

    var descriptor: Int32 { socket.number }

    /// Sends a command and waits for its answer, a second time after silence: two silences in a row are a stuck
    /// controller.
    mutating func run(_ command: HCICommand) throws(ScannerError) -> CommandAnswer {
        try listen()
        for _ in 0..<2 {
            try send(command)
            if let answer = try answer(to: command) { return answer }
        }
        throw .noAnswer(command)
    }

    /// Takes in what is there.
    mutating func listen() throws(ScannerError) {
        while let packet = try receive() { note(packet) }
    }

    mutating func takeOverheard() -> [(event: ControllerEvent, at: Int64)] {
        defer { overheard = [] }
        return overheard
    }

    private func send(_ command: HCICommand) throws(ScannerError) {
        let packet = command.packet
        guard Glibc.send(socket.number, packet, packet.count, Int32(MSG_NOSIGNAL)) == packet.count else {
            throw ScannerError(call: "sending a command", code: errno)
        }
    }

    private mutating func answer(to command: HCICommand) throws(ScannerError) -> CommandAnswer? {
        let deadline = Clock.monotonic() + patience
        while true {
            let left = deadline - Clock.monotonic()
            var waits = [
                pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: interrupt, events: Int16(POLLIN), revents: 0),
            ]
            guard left > 0, poll(&waits, 2, Int32(clamping: (left + 999) / 1000)) != 0 else { return nil }
            while let packet = try receive() {
                if let answer = CommandAnswer(packet.span), answer.opcode == command.opcode { return answer }
                note(packet)
            }
            if waits[1].revents != 0 { throw .interrupted }
        }
    }

    private mutating func note(_ packet: [UInt8]) {
        guard let event = ControllerEvent(packet.span), overheard.count < Self.mostOverheard else { return }
        overheard.append((event, Clock.monotonic()))
    }

    /// The next packet that is there; `nil` when none is.
    private mutating func receive() throws(ScannerError) -> [UInt8]? {
        var packet = [UInt8](repeating: 0, count: Batch.slot)
        let count = recv(socket.number, &packet, packet.count, Int32(MSG_DONTWAIT))
        if count > 0 {
            // Of H4: the type of a packet; 4 is an event.
            if packet[0] == 0x04 { eventCount &+= 1 }
            return Array(packet.prefix(count))
        }
        if count == 0 { throw .adapterGone }
        guard errno == EAGAIN || errno == EINTR else { throw ScannerError(call: "reading an answer", code: errno) }
        return nil
    }
}
