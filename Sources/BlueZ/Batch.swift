import CBluetooth
import Glibc

/// Room for the packets of one system call, used again and again.
struct Batch {
    /// Bytes a packet: an event has at most 3 + 255.
    static let slot = 264
    static let slots = beckon_batch_slots

    private var bytes = [UInt8](repeating: 0, count: slot * slots)
    private var lengths = [UInt32](repeating: 0, count: slots)
    private var stamps = [Int64](repeating: 0, count: slots)
    private(set) var count = 0

    /// Takes what is in the socket, without waiting; `false` on an error, with `errno`.
    mutating func fill(from socket: Int32) -> Bool {
        let received = beckon_receive_batch(socket, &bytes, Self.slot, &lengths, &stamps)
        count = max(0, Int(received))
        return received >= 0
    }

    /// Calls `body` with each packet and the kernel's stamp (realtime µs), where it gave one.
    func forEach(_ body: (Span<UInt8>, Int64?) -> Void) {
        for index in 0..<count {
            let start = index * Self.slot
            let length = min(Int(lengths[index]), Self.slot)
            body(bytes.span.extracting(start..<start + length), stamps[index] < 0 ? nil : stamps[index])
        }
    }
}
