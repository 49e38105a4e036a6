import Glibc
import HCI

/// The kernel's management interface, one question at a time.
enum Management {
    /// Microseconds.
    private static let patience: Int64 = 2_000_000

    /// Switches Low Energy on where a controller has it and the kernel has it off.
    static func enableLowEnergy(_ adapter: Adapter) throws(ScannerError) {
        let information = try ask(.readInformation(adapter.index))
        guard ManagementMessage.needsLowEnergy(information: information) else { return }
        _ = try ask(.setLowEnergy(adapter.index))
    }

    private static func ask(_ question: ManagementMessage) throws(ScannerError) -> [UInt8] {
        let socket = try RawSocket.management()
        let packet = question.packet
        // A refusal makes send(2) return 0; the answer says why.
        guard send(socket.number, packet, packet.count, Int32(MSG_NOSIGNAL)) >= 0 else {
            throw ScannerError(call: "asking the kernel", code: errno)
        }
        let deadline = Clock.monotonic() + patience
        var bytes = [UInt8](repeating: 0, count: 1024)
        while Clock.monotonic() < deadline {
            _ = try Wait.until(deadline, [socket.number])
            let count = recv(socket.number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            guard count > 0, let message = ManagementMessage(bytes.span.extracting(0..<count)),
                let answer = message.answer(to: question)
            else { continue }
            // 0x14 is permission denied.
            if answer.status == 0x14 { throw .notPermitted("management") }
            return answer.status == 0 ? answer.parameters : []
        }
        throw .system(call: "asking the kernel", code: ETIMEDOUT)
    }
}
