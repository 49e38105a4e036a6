import Beacons
import Daemon

/// Advertising data, byte by byte, in words.
struct Explanation {
    /// Some bytes and what they mean.
    struct Row {
        var bytes: Range<Int>
        var meaning: String
        /// 0 for a structure's length, 1 for its type, 2 for what it holds.
        var depth: Int
    }

    private let data: [UInt8]
    private(set) var rows: [Row] = []
    /// What it comes to: an identity a beacon, or that there is none.
    private(set) var verdicts: [String] = []

    init(_ data: [UInt8]) {
        self.data = data
        var cursor = ADCursor()
        while let structure = cursor.next(in: data.span) { explain(structure) }
        let end = rows.last?.bytes.upperBound ?? 0
        if cursor.isOverrun {
            let left = data.count - end - 1
            rows.append(
                Row(
                    bytes: end..<data.count, meaning: "cut: announces \(data[end]) bytes, \(left) follow", depth: 0))
        } else if end < data.count {
            rows.append(Row(bytes: end..<data.count, meaning: "padding", depth: 0))
        }
        if verdicts.isEmpty { verdicts = ["no beacon"] }
    }

    func text(_ style: Style) -> String {
        let lines = rows.flatMap { row -> [String] in
            // Eight bytes a line, so that a terminal of 80 columns holds them and their meaning.
            stride(from: row.bytes.lowerBound, to: row.bytes.upperBound, by: 8).map { start in
                let bytes = start..<min(start + 8, row.bytes.upperBound)
                let isFirst = start == row.bytes.lowerBound
                return line(bytes, isFirst ? String(repeating: "  ", count: row.depth) + row.meaning : "", style)
            }
        }
        return lines.joined() + verdicts.map { style.bold($0) + "\n" }.joined()
    }

    private func line(_ bytes: Range<Int>, _ meaning: String, _ style: Style) -> String {
        let hex = data[bytes].map { Hex.text($0, bytes: 1) }.joined(separator: " ")
        let place = "\(bytes.lowerBound)"
        let blanks = String(repeating: " ", count: max(4 - place.count, 0))
        let padding = String(repeating: " ", count: 25 - hex.count)
        return "\(style.dim(blanks + place))  \(hex)\(meaning.isEmpty ? "" : padding + meaning)\n"
    }

    private mutating func explain(_ structure: ADStructure) {
        let start = structure.payload.lowerBound - 2
        rows.append(Row(bytes: start..<start + 1, meaning: "\(data[start]) bytes follow", depth: 0))
        rows.append(Row(bytes: start + 1..<start + 2, meaning: ADTypeName.text(structure.type), depth: 1))
        guard !structure.payload.isEmpty else { return }
        let whole = Array(data[start..<structure.payload.upperBound])
        if let frame = BeaconFrame.frames(in: whole.span).first {
            explain(frame, structure.payload)
        } else {
            rows.append(
                Row(
                    bytes: structure.payload, meaning: ADValue.text(structure.type, data[structure.payload]), depth: 2))
            if let fault = Self.fault(in: whole) { verdicts.append("no beacon: \(fault)") }
        }
    }

    private mutating func explain(_ frame: BeaconFrame, _ payload: Range<Int>) {
        var place = payload.lowerBound
        for field in frame.layout {
            let end = min(place + field.count, payload.upperBound)
            guard place < end else { break }
            rows.append(Row(bytes: place..<end, meaning: field.meaning, depth: 2))
            place = end
        }
        if place < payload.upperBound {
            rows.append(Row(bytes: place..<payload.upperBound, meaning: "more, of no meaning to the format", depth: 2))
        }
        verdicts.append(frame.summary)
    }

    /// Why a structure that begins as a beacon is none.
    private static func fault(in structure: [UInt8]) -> String? {
        var counters = DecodeCounters()
        BeaconDecoder.identities(in: structure.span, counters: &counters) { _ in }
        return MalformedFrame.allCases.first { counters[$0] > 0 }.map { fault in
            switch fault {
            case .iBeaconLength: "an iBeacon has 25 bytes at least, of which the fourth says 21"
            case .altBeaconLength: "an AltBeacon has 26 bytes"
            case .eddystoneLength: "not as many bytes as this Eddystone frame has"
            case .eddystoneType: "no such Eddystone frame"
            case .eddystoneURL: "a byte that no Eddystone URL has"
            }
        }
    }
}
