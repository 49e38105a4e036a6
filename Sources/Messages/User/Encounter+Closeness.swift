import Presence

extension Encounter.Beacon {
    /// How near the phone is: more is nearer. Its own word counts first, and then the level; phones say 0 dBm or more
    /// where they could not measure.
    public var closeness: Int {
        let word =
            switch proximity {
            case .immediate: 3
            case .near: 2
            case .far: 1
            case .unknown, nil: 0
            }
        let level = rssi.flatMap { $0 < 0 ? Int($0) : nil } ?? -128
        return word * 256 + level
    }
}
