import Beacons
import Presence

extension RegionFilter {
    private static let keys = ["ibeacon", "eddystone_uid", "altbeacon", "address"]

    /// The one filter of a region's section.
    static func read(_ section: Section) -> RegionFilter? {
        var filter: RegionFilter?
        section.section("ibeacon") { filter = iBeacon($0) }
        section.section("eddystone_uid") { filter = eddystoneUID($0) }
        section.section("altbeacon") { filter = altBeacon($0) }
        var addresses: [BluetoothAddress] = []
        section.read("address", into: &addresses, atLeastOneOf: .address)
        if !addresses.isEmpty { filter = .addresses(Set(addresses)) }

        let given = keys.filter(section.has)
        if given.isEmpty {
            section.report.fault(section.mark, "which beacons? Give one of \(keys.joined(separator: ", "))")
        }
        for extra in given.dropFirst() {
            section.fault(extra, "\(extra) beside \(given[0]): give one of \(keys.joined(separator: ", "))")
        }
        return filter
    }

    private static func iBeacon(_ section: Section) -> RegionFilter? {
        let uuid = section.require("uuid", .uuid)
        let majors = section.numbers("major")
        let minors = section.numbers("minor")
        return uuid.map { .iBeacon(uuid: $0, majors: majors, minors: minors) }
    }

    private static func eddystoneUID(_ section: Section) -> RegionFilter? {
        let namespace = section.require("namespace", .hex(bytes: 10...10))
        let instance = section.value("instance", .hex(bytes: 6...6))
        return namespace.map { .eddystoneUID(namespace: number($0), instance: instance.map(number)) }
    }

    private static func altBeacon(_ section: Section) -> RegionFilter? {
        let code = section.value("code", .hex(bytes: 2...2))
        let id = section.value("id", .hex(bytes: 1...20))
        if !section.has("code"), !section.has("id") {
            section.report.fault(section.mark, "code or id is missing")
            return nil
        }
        return .altBeacon(code: code.map(number), idPrefix: id ?? [])
    }

    /// The big-endian number of bytes that fit it.
    private static func number<Number: FixedWidthInteger>(_ bytes: [UInt8]) -> Number {
        bytes.reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }
}

extension Section {
    /// Majors or minors: a number, a range, or a list of both.
    fileprivate func numbers(_ key: String) -> NumberSet? {
        var ranges: [ClosedRange<UInt16>] = []
        read(key, into: &ranges, atLeastOneOf: .numbers)
        return ranges.isEmpty ? nil : NumberSet(ranges)
    }
}

extension Kind where Value == ClosedRange<UInt16> {
    fileprivate static var numbers: Kind {
        Kind(
            expected: "a number from 0 to 65535, or a range such as 1-99",
            parse: { node in
                guard let (first, last) = ends(node), first <= last else { return nil }
                return first...last
            },
            hint: { node in
                ends(node).flatMap { $0 > $1 ? "the range is empty; did you mean \($1)-\($0)?" : nil }
            })
    }

    private static func ends(_ node: Node) -> (UInt16, UInt16)? {
        guard let text = node.text else { return nil }
        let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map { UInt16(digits: $0) }
        guard let first = ends[0], let last = ends.count == 2 ? ends[1] : first else { return nil }
        return (first, last)
    }
}

extension UInt16 {
    /// Digits only: no sign, no blank.
    fileprivate init?(digits: Substring) {
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        self.init(digits)
    }
}

extension Kind where Value == BluetoothAddress {
    fileprivate static var address: Kind {
        .text("an address such as 00:11:22:33:44:55", BluetoothAddress.init)
    }
}

extension Kind where Value == BeaconUUID {
    fileprivate static var uuid: Kind {
        Kind(
            expected: "a UUID such as 41c08dfd-b719-4ccb-9d3b-5aa7c3860f89",
            parse: { node in node.text.flatMap(BeaconUUID.init).flatMap { $0.isZero ? nil : $0 } },
            hint: { node in
                guard let text = node.text else { return nil }
                if BeaconUUID(text)?.isZero == true { return "all zero means not assigned" }
                guard text.allSatisfy({ $0.isHexDigit || $0 == "-" }) else { return nil }
                let digits = text.filter(\.isHexDigit).count
                return digits == 32
                    ? "the hyphens belong after 8, 12, 16 and 20 digits" : "it has \(digits) digits of 32"
            })
    }
}

extension Kind where Value == [UInt8] {
    /// Hexadecimal digits, as they are written: no number loses its zeros.
    fileprivate static func hex(bytes: ClosedRange<Int>) -> Kind {
        let (least, most) = (bytes.lowerBound * 2, bytes.upperBound * 2)
        return .text(least == most ? "\(most) hexadecimal digits" : "\(least) to \(most) hexadecimal digits") { text in
            Hex.bytes(text).flatMap { bytes.contains($0.count) ? $0 : nil }
        }
    }
}
