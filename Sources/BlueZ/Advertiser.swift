public import HCI

/// Somebody who has something in the air. Its thread is its owner's: everything waits.
public protocol Advertiser: ~Copyable {
    /// Whether the same controller can scan meanwhile; `nil`: not known.
    var canScanMeanwhile: Bool? { get }

    /// Puts it into the air, whatever was there of ours.
    mutating func start(_ advertisement: Advertisement) throws(ScannerError)

    /// Waits until `deadline` (monotonic µs) or until one of `wakes` is readable.
    ///
    /// - Returns: whether somebody has taken it out of the air, so that it is to be started again.
    /// - Throws: where the adapter is down or gone.
    mutating func wait(until deadline: Int64, wakes: [Int32]) throws(ScannerError) -> Bool

    /// Takes it out of the air; that it is out already is fine.
    mutating func stop() throws(ScannerError)
}
