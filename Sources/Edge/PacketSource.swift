package import Beacons
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

    /// How the adapters are, for the status; empty where there are none.
    var adapters: [AdapterState] { get }
}

/// How one adapter is.
package struct AdapterState: Hashable {
    /// `aa:bb:…`, or how it was asked for while it is not there.
    package var address: String
    /// `passive`.
    package var mode: String
    /// Why it does not scan, and what to do; `nil` while it does.
    package var fault: String?
}
