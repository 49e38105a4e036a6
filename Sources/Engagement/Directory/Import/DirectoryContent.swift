public import Beacons

/// All that a directory is made of, as it is kept: what is sold as the files say it, persons one by one.
public struct DirectoryContent: Hashable, Sendable {
    /// By name, every one but that of the visitors.
    public var files: [String: [UInt8]]
    public var visitors: [Visitor]
    public var staff: Set<BeaconIdentity>

    public init(files: [String: [UInt8]] = [:], visitors: [Visitor] = [], staff: Set<BeaconIdentity> = []) {
        self.files = files
        self.visitors = visitors
        self.staff = staff
    }
}
