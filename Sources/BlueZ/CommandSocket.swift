import Glibc
import HCI

/// The socket for commands and their answers. Apart from the reports' one, so that a flood of reports cannot take the
/// place of an answer.
struct CommandSocket: ~Copyable {
    private let socket: Descriptor
    private let patience: Int64

    /// - Parameter patience: how long an answer may take, µs.
    init(_ socket: consuming Descriptor, patience: Int64) {
        self.socket = socket
        self.patience = patience
    }

    /// Sends a command and waits for its answer, a second time after silence: two silences in a row are a stuck
    /// controller.
    func run(_ command: HCICommand) throws(ScannerError) -> CommandAnswer {
        try discardOld()
        for _ in 0..<2 {
            try send(command)
            if let answer = try answer(to: command) { return answer }
        }
        throw .noAnswer(command)
    }

    private func send(_ command: HCICommand) throws(ScannerError) {
        let packet = command.packet
        guard Glibc.send(socket.number, packet, packet.count, Int32(MSG_NOSIGNAL)) == packet.count else {
            throw ScannerError(call: "sending a command", code: errno)
        }
    }

    private func answer(to command: HCICommand) throws(ScannerError) -> CommandAnswer? {
        let deadline = Clock.monotonic() + patience
        while true {
            var wait = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
            let left = deadline - Clock.monotonic()
            guard left > 0, poll(&wait, 1, Int32(clamping: (left + 999) / 1000)) != 0 else { return nil }
            while let packet = try receive() {
                if let answer = CommandAnswer(packet.span), answer.opcode == command.opcode { return answer }
            }
        }
    }

    /// What came since the last command belongs to commands of others.
    private func discardOld() throws(ScannerError) {
        while try receive() != nil {}
    }

    /// The next packet that is there; `nil` when none is.
    private func receive() throws(ScannerError) -> [UInt8]? {
        var packet = [UInt8](repeating: 0, count: Batch.slot)
        let count = recv(socket.number, &packet, packet.count, Int32(MSG_DONTWAIT))
        if count > 0 { return Array(packet.prefix(count)) }
        if count == 0 { throw .adapterGone }
        guard errno == EAGAIN || errno == EINTR else { throw ScannerError(call: "reading an answer", code: errno) }
        return nil
    }
}
