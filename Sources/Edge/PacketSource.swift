package import Beacons
package import BlueZ
package import HCI
package import Presence

/// Where packets come from: the air, or a recording of it.
package protocol PacketSource: AnyObject {
    /// Whether its events are made up: a simulation or a replay.
    var isSimulated: Bool { get }

    /// Of the adapter that scans.
    var address: BluetoothAddress? { get }

    /// Whether it hears now.
    var isHearing: Bool { get }

    /// Whether nothing will ever come again.
    var hasEnded: Bool { get }

    /// Hands what comes to `sink`; returns after the first packets, at `deadline` (`nil`: never), or as soon as one of
    /// `wakes` is readable.
    ///
    /// - Returns: an instant before which nothing is left to hand over.
    func receive(into sink: inout some PacketSink & ~Copyable, until deadline: Instant?, wakes: [Int32]) -> Instant

    /// Has every adapter scan anew. Returns how many there are.
    func beginAnew() -> Int

    /// How the adapters are, for the status; empty where there are none.
    var adapters: [AdapterState] { get }

    /// Threads of it that have not turned for longer than anything that they do may take.
    func stuckThreads(at now: Instant) -> [String]

    /// What the kernel has counted for each of them, in their order; it is asked each time.
    var kernelCounts: [KernelCounts] { get }
}

package struct KernelCounts: Hashable {
    /// Packets dropped, as nobody read them in time.
    package var dropped: UInt64
    /// Events taken from the controller.
    package var events: UInt64
}

/// How one adapter is.
package struct AdapterState: Hashable {
    /// N of `hciN`; `nil` while it is not there.
    package var index: UInt16?
    /// `aa:bb:…`, or how it was asked for while it is not there.
    package var address: String
    package var phase: AdapterPhase
    package var family: ScanFamily?
    /// `passive`, `active`, and what is special about it.
    package var mode: String
    /// Why it hears less than everything, and what to do; `nil` while all is well.
    package var fault: String?
    /// The step of recovery that was taken last since it last heard; 0: none.
    var level = 0
    /// When the last report with content came.
    package var lastReport: Instant?
    /// What it has been through.
    package var history: AdapterCounters
}
