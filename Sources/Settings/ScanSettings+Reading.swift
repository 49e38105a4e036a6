import HCI

extension ScanSettings {
    mutating func read(_ section: Section) {
        section.read("mode", into: &mode, Kind<Mode>.choice)
        section.read("profile", into: &profile, Kind<Profile>.choice)
        section.read("coded", into: &coded, .onOff)
        section.read("ibeacon_only", into: &iBeaconOnly, .onOff)
        section.read("exclusive", into: &exclusive, .truth)
    }
}
