import Presence

/// How far the distance is from the truth, by path-loss exponent.
enum Distances {
    static let exponents = [1.5, 2.0, 2.7]

    /// Metres: the median of |said − true| and of said − true in each band of true distances.
    static func run(
        _ recordings: [Recording], exponent: Double, powers: [String: Double]
    ) -> [(band: ClosedRange<Double>, error: Double, bias: Double)] {
        let bands: [ClosedRange<Double>] = [0...3.5, 3.5...8, 8...14]
        var differences: [[Double]] = Array(repeating: [], count: bands.count)
        for recording in recordings where recording.packets.count > 200 {
            guard let band = bands.firstIndex(where: { $0.contains(recording.distance) }) else { continue }
            var subject = Subject(
                Subject.region(.store) {
                    $0.measuredPower = Int8(clamping: Int((powers[recording.sensor] ?? -59).rounded()))
                }, environment: exponent)
            // Once in ten packets: what a subscriber of the ranging lists would read.
            for (number, packet) in recording.packets.enumerated() {
                subject.hear(packet)
                guard number % 10 == 9, let said = subject.state?.reading.distance else { continue }
                differences[band].append(said - recording.distance)
            }
        }
        return zip(bands, differences).map { ($0, median($1.map(abs)), median($1)) }
    }

    /// dBm at 1 m, such that the level at 4 m is the edge's.
    static func powers(_ edges: [String: Double], exponent: Double) -> [String: Double] {
        edges.mapValues { $0 + 10 * exponent * decimalLogarithm(4) }
    }
}
