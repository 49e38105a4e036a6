public import Beacons

/// Finds the regions of a beacon without looking at each: by format and UUID (namespace, address), then by rule.
public struct RegionIndex {
    /// One region's filter over what shares its anchor. Numbers only, so that looking at one costs no reference count.
    struct Rule {
        let region: Int
        /// Beacons of the personnel: comes before the other rules of its anchor.
        let isStaff: Bool
        let upperMask: UInt128
        let upper: UInt128
        let lowerMask: UInt64
        let lower: UInt64
        /// Ranges in `numbers`.
        let majors: Range<Int>
        let minors: Range<Int>
    }

    private struct Anchor {
        let format: BeaconIdentity.Format
        let value: UInt128
        var rules: Range<Int>
    }

    /// Ascending by format and value.
    private var anchors: ContiguousArray<Anchor> = []
    private var rules: ContiguousArray<Rule> = []
    /// The majors and minors of all rules; the first is *any*.
    private var numbers: ContiguousArray<ClosedRange<UInt16>> = [0...UInt16.max]
    /// Who is dropped whatever they send.
    private let staff: Set<BluetoothAddress>

    public init(_ regions: [Region]) {
        staff = regions.reduce(into: []) { staff, region in
            if region.role == .staff, case .addresses(let addresses) = region.filter { staff.formUnion(addresses) }
        }
        var drafts: [(format: BeaconIdentity.Format, anchor: UInt128, rule: Rule)] = []
        for (index, region) in regions.enumerated() {
            for (format, anchor, rule) in makeRules(region, index: index) { drafts.append((format, anchor, rule)) }
        }
        drafts.sort {
            ($0.format.rawValue, $0.anchor, $0.rule.isStaff ? 0 : 1, $0.rule.region)
                < ($1.format.rawValue, $1.anchor, $1.rule.isStaff ? 0 : 1, $1.rule.region)
        }
        for draft in drafts {
            if let last = anchors.last, last.format == draft.format, last.value == draft.anchor {
                anchors[anchors.count - 1].rules = last.rules.lowerBound..<rules.count + 1
            } else {
                let rules = rules.count..<rules.count + 1
                anchors.append(Anchor(format: draft.format, value: draft.anchor, rules: rules))
            }
            rules.append(draft.rule)
        }
    }

    /// The regions of a beacon heard from `address`, ascending: none for the personnel's.
    public func regions(of beacon: BeaconIdentity, from address: BluetoothAddress) -> [Int] {
        guard !isStaff(address) else { return [] }
        var candidates = candidates(beacon)
        var regions: [Int] = []
        while let found = next(beacon, in: &candidates) {
            guard !found.isStaff else { return [] }
            regions.append(found.region)
        }
        return regions
    }

    /// Whether some region names addresses.
    var watchesAddresses: Bool { anchors.last?.format == .address }

    /// Whether a device of the personnel sends from `address`.
    func isStaff(_ address: BluetoothAddress) -> Bool { !staff.isEmpty && staff.contains(address) }

    /// The rules that may match `beacon`: to be handed to `next`.
    func candidates(_ beacon: BeaconIdentity) -> Range<Int> {
        let value = RegionIndex.anchor(beacon)
        var (low, high) = (0, anchors.count)
        while low < high {
            let middle = (low &+ high) &>> 1
            let anchor = anchors[middle]
            if anchor.format == beacon.format && anchor.value == value { return anchor.rules }
            if (anchor.format.rawValue, anchor.value) < (beacon.format.rawValue, value) {
                low = middle &+ 1
            } else {
                high = middle
            }
        }
        return 0..<0
    }

    /// Takes from `candidates` up to the first rule that matches.
    func next(_ beacon: BeaconIdentity, in candidates: inout Range<Int>) -> (region: Int, isStaff: Bool)? {
        while let index = candidates.first {
            candidates = index &+ 1..<candidates.upperBound
            if matches(index, beacon) { return (rules[index].region, rules[index].isStaff) }
        }
        return nil
    }

    private func matches(_ index: Int, _ beacon: BeaconIdentity) -> Bool {
        beacon.upper & rules[index].upperMask == rules[index].upper
            && beacon.lower & rules[index].lowerMask == rules[index].lower
            && contains(beacon.major, in: rules[index].majors) && contains(beacon.minor, in: rules[index].minors)
    }

    private func contains(_ number: UInt16, in range: Range<Int>) -> Bool {
        for index in range where numbers[index].contains(number) { return true }
        return false
    }

    /// The part of an identity that its regions share.
    private static func anchor(_ beacon: BeaconIdentity) -> UInt128 {
        switch beacon.format {
        case .iBeacon, .eddystoneUID, .pseudonym: beacon.upper
        case .altBeacon: 0
        case .address: UInt128(beacon.lower)
        }
    }

    private mutating func makeRules(
        _ region: Region, index: Int
    ) -> [(format: BeaconIdentity.Format, anchor: UInt128, rule: Rule)] {
        func rule(
            upper: UInt128, mask upperMask: UInt128 = .max, lower: UInt64 = 0, lowerMask: UInt64 = 0,
            majors: Range<Int> = 0..<1, minors: Range<Int> = 0..<1
        ) -> Rule {
            Rule(
                region: index, isStaff: region.role == .staff, upperMask: upperMask, upper: upper & upperMask,
                lowerMask: lowerMask, lower: lower & lowerMask, majors: majors, minors: minors)
        }
        switch region.filter {
        case .iBeacon(let uuid, let majors, let minors):
            let (majors, minors) = (range(majors), range(minors))
            return [(.iBeacon, uuid.value, rule(upper: uuid.value, majors: majors, minors: minors))]
        case .altBeacon(let code, let prefix):
            var (upper, lower) = (UInt128(0), UInt64(code ?? 0) << 32)
            var (mask, lowerMask) = (UInt128(0), code == nil ? UInt64(0) : 0xFFFF << 32)
            for (place, byte) in prefix.prefix(20).enumerated() {
                if place < 16 {
                    upper |= UInt128(byte) << UInt128((15 - place) * 8)
                    mask |= 0xFF << UInt128((15 - place) * 8)
                } else {
                    lower |= UInt64(byte) << UInt64((19 - place) * 8)
                    lowerMask |= 0xFF << UInt64((19 - place) * 8)
                }
            }
            return [(.altBeacon, 0, rule(upper: upper, mask: mask, lower: lower, lowerMask: lowerMask))]
        case .eddystoneUID(let namespace, let instance):
            let beacon = BeaconIdentity.eddystoneUID(namespace: namespace, instance: instance ?? 0)
            let mask: UInt64 = instance == nil ? 0 : .max
            return [(.eddystoneUID, beacon.upper, rule(upper: beacon.upper, lower: beacon.lower, lowerMask: mask))]
        case .addresses(let addresses):
            return addresses.map { address in
                (.address, UInt128(address.value), rule(upper: 0, lower: address.value, lowerMask: .max))
            }
        }
    }

    /// Where `set` stands in `numbers`.
    private mutating func range(_ set: NumberSet?) -> Range<Int> {
        guard let set else { return 0..<1 }
        let start = numbers.count
        numbers.append(contentsOf: set.ranges)
        return start..<numbers.count
    }
}
