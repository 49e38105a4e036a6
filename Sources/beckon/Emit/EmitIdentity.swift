import Beacons
import Daemon
import Glibc

/// Who this machine is as a beacon: made at random once, and kept in a file for each format.
struct EmitIdentity {
    let folder: String

    /// Bytes of the longest file that we have written: an identity and a line end.
    private static let longest = 200

    func identity(_ format: BeaconIdentity.Format) throws -> BeaconIdentity {
        let path = "\(folder)/\(Self.name(format))"
        if let kept = try kept(path) {
            guard let identity = BeaconIdentity(kept), identity.format == format, Self.isSendable(identity) else {
                throw CommandFailure(description: "\(path) holds no identity; remove it, and a new one is made")
            }
            return identity
        }
        let made = Self.random(format)
        // Whole or not at all.
        let draft = "\(path).new"
        unlink(draft)
        let file = try OutputFile(creating: draft)
        try file.write("\(made)\n")
        try file.synchronise()
        guard rename(draft, path) == 0 else { throw CommandFailure(description: "\(path): cannot be written") }
        return made
    }

    /// The first line of the file; `nil` where there is none.
    private func kept(_ path: String) throws(CommandFailure) -> String? {
        do throws(FileError) {
            let bytes = try FileContent.read(path, atMost: Self.longest)
            return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        } catch {
            guard error.isMissing else { throw CommandFailure(description: "\(path) \(error)") }
            return nil
        }
    }

    /// Whether it is assigned, and of a format that frames have.
    static func isSendable(_ identity: BeaconIdentity) -> Bool {
        ![.address, .pseudonym].contains(identity.format) && !(identity.format == .iBeacon && identity.uuid.isZero)
    }

    private static func name(_ format: BeaconIdentity.Format) -> String {
        switch format {
        case .iBeacon: "ibeacon"
        case .altBeacon: "altbeacon"
        case .eddystoneUID: "eddystone-uid"
        case .address: "address"
        case .pseudonym: "pseudonym"
        }
    }

    private static func random(_ format: BeaconIdentity.Format) -> BeaconIdentity {
        let upper = UInt128.random(in: 1...UInt128.max)
        switch format {
        // A random UUID: version 4, variant 2 (RFC 9562, section 5.4).
        case .iBeacon, .address, .pseudonym:
            let (version, variant): (UInt128, UInt128) = (0xF << 76, 0x3 << 62)
            let uuid = upper & ~version & ~variant | version / 15 * 4 | variant / 3 * 2
            return .iBeacon(
                uuid: BeaconUUID(uuid), major: UInt16.random(in: 1 ... .max), minor: UInt16.random(in: 1 ... .max))
        // 0xFFFF: of no company, for tests and one's own use.
        case .altBeacon: return .altBeacon(code: 0xFFFF, idUpper: upper, idLower: UInt32.random(in: 1 ... .max))
        case .eddystoneUID: return .eddystoneUID(namespace: upper, instance: UInt64.random(in: 1 ... .max))
        }
    }
}
