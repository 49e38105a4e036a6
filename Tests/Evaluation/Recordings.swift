import Glibc
import JSON

/// One packet of the beacon at one receiver.
struct Packet {
    /// Seconds.
    var at: Double
    /// dBm.
    var rssi: Int8
}

/// A still beacon, heard by one receiver for half an hour.
struct Recording {
    var set: String
    var sensor: String
    /// Metres, in the plane.
    var distance: Double
    var packets: [Packet]
}

/// One walk through the hall, heard by all receivers.
struct Track {
    struct Row {
        /// Seconds.
        var at: Double
        var sensor: String
        var rssi: Int8
        var position: (x: Double, y: Double)
    }

    var name: String
    var rows: [Row]
    var end: Double { rows.last?.at ?? 0 }
}

/// The recordings of `Data`, unpacked by `deploy/evaluate`.
struct Recordings {
    var still: [Recording] = []
    var tracks: [Track] = []
    /// Where the receivers hang, in metres.
    var sensors: [String: (x: Double, y: Double)] = [:]

    init(folder: String) throws {
        let positions = try JSONValue(parsing: Self.read(folder + "/sensors.json"))["sensors_xyz_m"]?.object ?? []
        for member in positions {
            let place = (member.value.array ?? []).compactMap(\.double)
            if place.count == 3 { sensors[member.name] = (place[0], place[1]) }
        }
        for line in try Self.read(folder + "/static_sample.jsonl").split(separator: 10) {
            let value = try JSONValue(parsing: Array(line))
            var (at, packets): (Double, [Packet]) = (0, [])
            for (gap, rssi) in zip(value["dt_ms"]?.array ?? [], value["rssi"]?.array ?? []) {
                at += (gap.double ?? 0) / 1000
                packets.append(Packet(at: at, rssi: Int8(clamping: rssi.int ?? 0)))
            }
            still.append(
                Recording(
                    set: value["set"]?.string ?? "", sensor: value["sensor"]?.string ?? "",
                    distance: value["distance_m"]?.double ?? 0, packets: packets))
        }
        for line in try Self.read(folder + "/tracks.csv").split(separator: 10).dropFirst() {
            let fields = String(decoding: line, as: UTF8.self).split(separator: ",").map(String.init)
            guard fields.count == 6, let at = Double(fields[1]), let rssi = Int8(fields[3]), let x = Double(fields[4]),
                let y = Double(fields[5].trimmingNewline)
            else { continue }
            if tracks.last?.name != fields[0] { tracks.append(Track(name: fields[0], rows: [])) }
            tracks[tracks.count - 1].rows.append(.init(at: at, sensor: fields[2], rssi: rssi, position: (x, y)))
        }
    }

    /// The level at the edge of a zone of 4 m, from set_2 alone: the median of the medians of what was recorded 3 to 5 m
    /// away; of each receiver where it has two, else of all.
    func edges() -> [String: Double] {
        var medians: [String: [Double]] = [:]
        for recording in still where recording.set == "set_2" && (3...5).contains(recording.distance) {
            medians[recording.sensor, default: []].append(median(recording.packets.map { Double($0.rssi) }))
        }
        let all = median(medians.values.flatMap { $0 }).rounded()
        return sensors.mapValues { _ in all }.merging(
            medians.filter { $0.value.count >= 2 }.mapValues { median($0).rounded() }
        ) { $1 }
    }

    private static func read(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw Missing(path: path) }
        defer { fclose(file) }
        var (bytes, buffer): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 1 << 16))
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return bytes
    }

    struct Missing: Error {
        var path: String
    }
}

func median(_ values: [Double]) -> Double { percentile(values, 0.5) }

func percentile(_ values: [Double], _ share: Double) -> Double {
    guard !values.isEmpty else { return .nan }
    return values.sorted()[min(values.count - 1, Int(share * Double(values.count)))]
}

extension String {
    fileprivate var trimmingNewline: String { hasSuffix("\r") ? String(dropLast()) : self }
}
