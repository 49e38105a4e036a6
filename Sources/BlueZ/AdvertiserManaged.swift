import Glibc
public import HCI

/// Advertises through the kernel's management interface, so that it can be shared with bluetoothd: the kernel sends from
/// addresses of its own making, and drops what is ours when bluetoothd starts.
public struct ManagedAdvertiser: Advertiser, ~Copyable {
    public let canScanMeanwhile: Bool? = nil
    private let adapter: UInt16
    private let socket: Descriptor
    private let patience: Int64
    /// Ours, while something is in the air.
    private var instance: UInt8?
    private var isPowered = true

    /// Microseconds.
    private static let patience: Int64 = 3_000_000
    /// Status codes of the interface.
    private static let rejected: UInt8 = 0x0B
    private static let notPowered: UInt8 = 0x0F
    private static let invalidIndex: UInt8 = 0x11
    private static let permissionDenied: UInt8 = 0x14

    /// - Parameter adapter: must be up.
    public init(_ adapter: Adapter) throws(ScannerError) {
        guard adapter.isUp else { throw .adapterDown }
        self.init(adapter: adapter.index, socket: try RawSocket.management())
    }

    init(adapter: UInt16, socket: consuming Descriptor, patience: Int64 = Self.patience) {
        self.adapter = adapter
        self.socket = socket
        self.patience = patience
    }

    /// The kernel keeps an instance whose owner has gone.
    deinit {
        guard let instance else { return }
        let packet = ManagementMessage.removeAdvertising(adapter, instance: instance).packet
        _ = send(socket.number, packet, packet.count, Int32(MSG_NOSIGNAL))
    }

    public mutating func start(_ advertisement: Advertisement) throws(ScannerError) {
        try stop()
        let features = try ask(.readAdvertisingFeatures(adapter))
        guard let instance = ManagementMessage.freeInstance(advertisingFeatures: features) else {
            throw .system(call: "advertising: every instance of the adapter is taken", code: EBUSY)
        }
        _ = try ask(.addAdvertisingParameters(adapter, instance: instance, advertisement))
        self.instance = instance
        _ = try ask(.addAdvertisingData(adapter, instance: instance, advertisement))
    }

    public mutating func wait(until deadline: Int64, wakes: [Int32]) throws(ScannerError) -> Bool {
        let ready = try Wait.until(deadline, [socket.number] + wakes)
        guard ready[0] != 0 else { return false }
        while let message = try receive() {
            if message.hasLost(adapter) { throw .adapterGone }
            if let isPowered = message.power(of: adapter) {
                defer { self.isPowered = isPowered }
                // The kernel sends it again after some ways of switching off and on, and after some it does not.
                if isPowered && !self.isPowered { return true }
            }
            if let instance, message.hasRemoved(instance: instance, of: adapter) {
                self.instance = nil
                return true
            }
        }
        return false
    }

    public mutating func stop() throws(ScannerError) {
        guard let instance else { return }
        self.instance = nil
        // It may have been removed already.
        _ = try? ask(.removeAdvertising(adapter, instance: instance))
    }

    private func ask(_ question: ManagementMessage) throws(ScannerError) -> [UInt8] {
        let packet = question.packet
        // A refusal makes send(2) return 0; the answer says why.
        guard send(socket.number, packet, packet.count, Int32(MSG_NOSIGNAL)) >= 0 else {
            throw ScannerError(call: "asking the kernel", code: errno)
        }
        let deadline = Clock.monotonic() + patience
        while Clock.monotonic() < deadline {
            _ = try Wait.until(deadline, [socket.number])
            while let message = try receive() {
                guard let answer = message.answer(to: question) else { continue }
                switch answer.status {
                case 0: return answer.parameters
                case Self.permissionDenied: throw .notPermitted("management")
                case Self.rejected, Self.notPowered: throw .adapterDown
                case Self.invalidIndex: throw .adapterGone
                default:
                    throw .system(call: "advertising: the kernel answers status \(answer.status)", code: EPROTO)
                }
            }
        }
        throw .system(call: "asking the kernel", code: ETIMEDOUT)
    }

    /// The next message that is there; `nil` when none is.
    private func receive() throws(ScannerError) -> ManagementMessage? {
        var bytes = [UInt8](repeating: 0, count: 1024)
        while true {
            let count = recv(socket.number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            guard count != 0 else { throw .adapterGone }
            guard count > 0 else {
                guard errno == EAGAIN || errno == EINTR else { throw ScannerError(call: "reading", code: errno) }
                return nil
            }
            if let message = ManagementMessage(bytes.span.extracting(0..<count)) { return message }
        }
    }
}
