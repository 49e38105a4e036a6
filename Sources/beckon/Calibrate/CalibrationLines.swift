import Beacons
import Presence

/// The lines of the configuration that a calibration makes.
enum CalibrationLines {
    static func text(_ result: Calibration, _ beacon: BeaconIdentity, _ regions: [Region]) -> String {
        """
        # measured with \(beacon)
        gateway:
          environment: \(result.environment)
        \(text(of: names(beacon, regions) { _ in true }, saying: "measured_power: \(result.measuredPower)"))
        """
    }

    static func text(_ result: TapCalibration, _ beacon: BeaconIdentity, _ regions: [Region]) -> String {
        """
        # \(result.taps) taps of \(beacon)
        \(text(of: names(beacon, regions) { $0.notify.tap }, saying: "tap: {rssi: \(Int(result.floor))}"))
        """
    }

    /// The regions of the beacon that `isMeant` picks, where there are none all of its regions.
    private static func names(
        _ beacon: BeaconIdentity, _ regions: [Region], _ isMeant: (Region) -> Bool
    ) -> [String] {
        let address = beacon.format == .address ? BluetoothAddress(beacon.lower) : BluetoothAddress(0)
        let found = RegionIndex(regions).regions(of: beacon, from: address).map { regions[$0] }
        let meant = found.filter(isMeant)
        return (meant.isEmpty ? found : meant).map(\.name)
    }

    private static func text(of regions: [String], saying line: String) -> String {
        let names = regions.isEmpty ? ["NAME"] : regions
        return "regions:\n" + names.map { "  - name: \($0)\n    \(line)\n" }.joined()
    }
}
