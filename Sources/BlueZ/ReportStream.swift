import Glibc

/// The reports of one adapter. Its thread is its owner's, and need not be the one that keeps the scan alive.
public struct ReportStream: ~Copyable {
    private let socket: Descriptor
    private var batch = Batch()
    private var stamps = StampConverter()

    init(_ socket: consuming Descriptor) { self.socket = socket }

    /// To wait on.
    public var descriptor: Int32 { socket.number }

    /// Packets that the kernel dropped since the start, as the socket was full.
    public var dropped: UInt32 { RawSocket.dropped(socket.number) }

    /// A flood must not keep the caller from its deadlines.
    private static let mostBatches = 32

    /// Hands over what is there, without waiting.
    ///
    /// - Parameter body: gets each H4 packet and the monotonic µs of its reception, which never goes back.
    public mutating func read(_ body: (Span<UInt8>, Int64) -> Void) throws(ScannerError) -> Reception {
        var reception = Reception()
        for _ in 0..<Self.mostBatches {
            let before = Clock.monotonic()
            guard batch.fill(from: socket.number) || errno == EAGAIN else {
                throw ScannerError(call: "reading reports", code: errno)
            }
            let (monotonic, realtime) = (Clock.monotonic(), Clock.realtime())
            batch.forEach { packet, stamp in
                body(packet, stamps.monotonic(stamp, realtime: realtime, monotonic: monotonic))
            }
            reception.packets += batch.count
            if batch.count < Batch.slots {
                reception.drainedAt = before
                break
            }
        }
        return reception
    }
}
