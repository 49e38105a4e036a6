import Beacons
import Captures
import Daemon
import HCI
import Presence
package import Radio

/// A capture or the simulated shop, at the pace of the real clock. After its end there is silence, and time runs on.
final class Playback: PacketSource {
    let isSimulated = true
    let adapters: [AdapterState] = []
    let kernelCounts: [KernelCounts] = []
    let address: BluetoothAddress? = nil
    private(set) var isHearing = true
    private let start: Instant
    private let items: () -> (after: Duration, item: CapturePlayer.Item)?
    var hasEnded: Bool { upcoming == nil }
    func beginAnew() -> Int { 0 }
    func stuckThreads(at now: Instant) -> [String] { [] }
    private var pace = WakePace()
    /// The most items handed over at once: what follows from them leaves before more come, also in a flood.
    private static let batch = 256
    /// Whether there were more than that.
    private var isBehind = false
    private var upcoming: (at: Instant, item: CapturePlayer.Item)?

    /// - Parameters:
    ///   - start: when the first item is heard.
    ///   - items: each with its time after the first one, ascending.
    init(from start: Instant, items: @escaping () -> (after: Duration, item: CapturePlayer.Item)?) {
        self.start = start
        self.items = items
        takeNext()
    }

    /// - Parameter transmissions: ascending in time.
    convenience init(from start: Instant, _ transmissions: some IteratorProtocol<Transmission>) {
        var transmissions = transmissions
        self.init(from: start) {
            transmissions.next().map { (.microseconds($0.microseconds), .packet($0.packet, adapter: 0)) }
        }
    }

    /// A capture that turns out to be cut or damaged is played up to there.
    convenience init(from start: Instant, capture: CaptureFile, log: Log) {
        var player = CapturePlayer(capture.reader)
        var first: Int64?
        self.init(from: start) {
            do throws(CaptureError) {
                guard let (time, item) = try player.next() else {
                    log.info("replay", "the capture has ended; silence from here", ["file": capture.path])
                    return nil
                }
                let start = first ?? time
                first = start
                return (.microseconds(time - start), item)
            } catch {
                log.error("replay", "the capture ends here: \(error)", ["file": capture.path])
                return nil
            }
        }
    }

    func receive(into sink: inout some PacketSink & ~Copyable, until deadline: Instant?, wakes: [Int32]) -> Instant {
        if !isBehind {
            pace.gather(wakes, until: deadline)
            let due = [upcoming?.at, deadline].compactMap(\.self).min()
            Descriptors.wait(wakes, until: due?.microseconds)
        }
        let now = Instant.now
        for _ in 0..<Self.batch {
            guard let (at, item) = upcoming, at <= now else { break }
            pace.handedOver(at: now)
            if item == .gapBegan { isHearing = false }
            if item == .gapEnded { isHearing = true }
            sink.take(item, at: at)
            takeNext()
        }
        let drained = min(upcoming?.at ?? now, now)
        isBehind = drained < now
        return drained
    }

    private func takeNext() {
        guard let (after, item) = items() else {
            upcoming = nil
            return
        }
        upcoming = (max(start + after, upcoming?.at ?? start), item)
    }
}

extension Transmission {
    /// As a controller reports it, an H4 packet.
    package var packet: [UInt8] {
        AdvertisementReport(kind: .nonConnectable, addressType: 1, address: address, rssi: rssi).packet(data: data)
    }
}
