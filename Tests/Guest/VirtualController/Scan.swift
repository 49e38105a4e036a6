import Beacons

/// A scan as its parameters and its enabling left it.
struct Scan: Sendable {
    /// Which command enabled it, and so which reports it gives.
    enum Reports: Sendable { case legacy, extended }

    /// `nil`: off.
    var reports: Reports?
    /// Bit 0 of the filter policy: only who is in the accept list.
    var acceptsListedOnly = false
    var filtersDuplicates = false
    /// Who has been reported since the scan was enabled.
    private var reported: Set<BluetoothAddress> = []

    /// The parameters of LE Set Scan Parameters, or of its extended twin; false where they are invalid.
    mutating func setParameters(_ parameters: [UInt8], extended: Bool) -> Bool {
        // The extended ones give type, interval and window for each PHY: 1M (bit 0) and coded (bit 2).
        let phys = extended && parameters.count > 2 ? (parameters[2] & 1) + (parameters[2] >> 2 & 1) : 1
        let start = extended ? 3 : 0
        guard phys > 0, parameters.count == (extended ? 3 + 5 * Int(phys) : 7) else { return false }
        for phy in 0..<Int(phys) {
            let interval = parameters.littleEndian16(at: start + 5 * phy + 1)
            let window = parameters.littleEndian16(at: start + 5 * phy + 3)
            guard interval >= 4, (4...interval).contains(window) else { return false }
        }
        acceptsListedOnly = parameters[extended ? 1 : 6] & 1 == 1
        return true
    }

    mutating func enable(_ reports: Reports?, filtersDuplicates: Bool) {
        self.reports = reports
        self.filtersDuplicates = filtersDuplicates
        reported = []
    }

    /// Whether the controller passes on what `address` sent.
    mutating func admits(_ address: BluetoothAddress, acceptList: Set<BluetoothAddress>) -> Bool {
        if acceptsListedOnly && !acceptList.contains(address) { return false }
        return !filtersDuplicates || reported.insert(address).inserted
    }
}
