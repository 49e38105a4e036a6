extension BeaconIdentity {
    /// Enough to tell it from others beside it in a list.
    public var shortText: String {
        switch format {
        case .iBeacon: "\(uuid.description.prefix(8))… \(major):\(minor)"
        case .altBeacon: "…\(altBeaconID.suffix(12))"
        case .eddystoneUID: "\(Hex.text(lower, bytes: 6))"
        case .address: "\(BluetoothAddress(lower))"
        case .pseudonym: "\(description.prefix(10))…"
        }
    }
}
