import Beacons
import Messages

/// Reads `places.csv`.
struct PlaceReader {
    private(set) var places: [Place] = []

    init(_ bytes: [UInt8], _ faults: inout FaultList) {
        let table = Table(
            bytes, file: "places.csv", required: ["uuid"],
            optional: ["major", "minor", "site", "zone", "min_dwell_s", "labels"], &faults)
        var seen: Set<Place.Key> = []
        for row in table.rows {
            guard let place = Self.place(row, &faults) else { continue }
            if seen.insert(place.key).inserted {
                places.append(place)
            } else {
                faults.add("this beacon stands twice; remove one", at: row.place)
            }
        }
    }

    private static func place(_ row: Table.Row, _ faults: inout FaultList) -> Place? {
        let uuid = BeaconUUID(row["uuid"].text).flatMap { $0.isZero ? nil : $0 }
        if uuid == nil {
            faults.add("uuid \(quote(row["uuid"].text)) must be a UUID, not all zero", at: row["uuid"].place)
        }
        let major = faults.integerIfAny(row["major"], "major", in: 0...65_535).flatMap { UInt16(exactly: $0) }
        let minor = faults.integerIfAny(row["minor"], "minor", in: 0...65_535).flatMap { UInt16(exactly: $0) }
        if !row["minor"].text.isEmpty, row["major"].text.isEmpty {
            faults.add("a minor needs its major; phones look for no minor alone", at: row["minor"].place)
        }
        let site = faults.nameIfAny(row["site"], "site")
        let zone = faults.nameIfAny(row["zone"], "zone")
        if !row["zone"].text.isEmpty, row["site"].text.isEmpty {
            faults.add("a zone needs the site that it is in", at: row["zone"].place)
        }
        let dwell = faults.integerIfAny(row["min_dwell_s"], "min_dwell_s", in: 0...3600)
        let labels = faults.labels(row["labels"])
        if row["site"].text.isEmpty, row["labels"].text.isEmpty {
            faults.add("a place needs a site or labels; else it says nothing", at: row.place)
        }
        guard let uuid, let labels else { return nil }
        return Place(
            uuid: uuid, major: major, minor: minor, site: site, zone: zone, minimumDwell: Int64(dwell ?? 0) * 1000,
            labels: labels)
    }
}

extension FaultList {
    /// As the configuration names sites and zones; `nil` without a fault where the field is empty.
    fileprivate mutating func nameIfAny(_ field: CSVReader.Field, _ name: String) -> String? {
        if field.text.isEmpty { return nil }
        guard Name.isValid(field.text) else {
            add("\(name) \(quote(field.text)) must be a name of the configuration: a-z, 0-9, _ and -", at: field.place)
            return nil
        }
        return field.text
    }

    /// Words with blanks between, none twice.
    fileprivate mutating func labels(_ field: CSVReader.Field) -> [String]? {
        let labels = field.text.split(separator: " ").map(String.init)
        guard labels.count <= 16, Set(labels).count == labels.count, labels.allSatisfy({ $0.utf8.count <= 64 }) else {
            add("labels \(quote(field.text)) must be at most 16 different words of at most 64 bytes", at: field.place)
            return nil
        }
        return labels
    }
}
