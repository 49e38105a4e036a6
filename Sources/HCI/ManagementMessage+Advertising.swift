extension ManagementMessage {
    /// Answered with flags (4), longest data and scan response, how many instances there may be, how many there are,
    /// and which.
    public static func readAdvertisingFeatures(_ adapter: UInt16) -> ManagementMessage {
        ManagementMessage(code: 0x003D, adapter: adapter)
    }

    /// The highest instance that is free, by that answer; `nil` where none is.
    public static func freeInstance(advertisingFeatures answer: [UInt8]) -> UInt8? {
        guard answer.count >= 8, answer[6] > 0 else { return nil }
        let taken = answer.dropFirst(8)
        return (1...answer[6]).reversed().first { !taken.contains($0) }
    }

    /// Makes an instance, which is not connectable and has an interval of its own (flag 14).
    public static func addAdvertisingParameters(
        _ adapter: UInt16, instance: UInt8, _ advertisement: Advertisement
    ) -> ManagementMessage {
        let interval = [UInt8(truncatingIfNeeded: advertisement.interval), UInt8(advertisement.interval >> 8), 0, 0]
        // No duration, no end; the power is the controller's choice.
        return ManagementMessage(
            code: 0x0054, adapter: adapter,
            parameters: [instance, 0x00, 0x40, 0, 0, 0, 0, 0, 0] + interval + interval + [0x7F])
    }

    /// Fills the instance and sends it.
    public static func addAdvertisingData(
        _ adapter: UInt16, instance: UInt8, _ advertisement: Advertisement
    ) -> ManagementMessage {
        ManagementMessage(
            code: 0x0055, adapter: adapter,
            parameters: [instance, UInt8(advertisement.data.count), 0] + advertisement.data)
    }

    public static func removeAdvertising(_ adapter: UInt16, instance: UInt8) -> ManagementMessage {
        ManagementMessage(code: 0x003F, adapter: adapter, parameters: [instance])
    }

    /// As an event of the adapter: the instance has been removed.
    public func hasRemoved(instance: UInt8, of adapter: UInt16) -> Bool {
        code == 0x0024 && self.adapter == adapter && parameters.first == instance
    }

    /// As an event of the adapter: it has gone (Index Removed).
    public func hasLost(_ adapter: UInt16) -> Bool { code == 0x0005 && self.adapter == adapter }

    /// As an event of the adapter: whether it is powered now (New Settings, bit 0).
    public func power(of adapter: UInt16) -> Bool? {
        code == 0x0006 && self.adapter == adapter ? parameters.first.map { $0 & 1 == 1 } : nil
    }
}
