import CReference

/// What one size gave. Times are medians of interleaved runs, in nanoseconds an advertisement.
struct Measurement {
    var pairs: Int
    var swift: Double
    var reference: Double
    var ratio: Double { swift / reference }
    var allocations: Double
    var bytesPerPair: Double

    /// Feeds the corpus to both in turn, `runs` times each after warming up.
    init(pairs wanted: Int, runs: Int) {
        let corpus = Corpus(pairs: wanted, seed: 42)
        let base = heap_bytes()
        var swift = SwiftPath(pairs: wanted + 64)
        let empty = heap_bytes()
        var reference = CPath(pairs: wanted + 64)
        let withReference = heap_bytes()
        // Two passes make every beacon present; their enters are not what is measured.
        swift.run(corpus, from: 0)
        swift.run(corpus, from: 1_000_000)
        _ = swift.drain()
        bytesPerPair = Double(heap_bytes() - withReference) / Double(swift.pairCount)
        precondition(empty >= base)
        reference.run(corpus, from: 0)
        reference.run(corpus, from: 1_000_000)
        pairs = swift.pairCount
        precondition(swift.visitCount == pairs && reference.pairCount == pairs, "both must know the same beacons")

        // Small corpora are repeated, so that each run takes in about half a million advertisements.
        let passes = max(1, 500_000 / corpus.packetCount)
        var second: Int64 = 2
        var (swiftTimes, referenceTimes): ([Double], [Double]) = ([], [])
        var allocated: UInt64 = 0
        for _ in 0..<runs {
            let before = allocation_count()
            swiftTimes.append(
                Measurement.nanoseconds {
                    for pass in 0..<passes { swift.run(corpus, from: (second + Int64(pass)) * 1_000_000) }
                } / Double(passes * corpus.packetCount))
            allocated += allocation_count() - before
            referenceTimes.append(
                Measurement.nanoseconds {
                    for pass in 0..<passes { reference.run(corpus, from: (second + Int64(pass)) * 1_000_000) }
                } / Double(passes * corpus.packetCount))
            second += Int64(passes)
        }
        precondition(swift.visitCount == pairs, "nobody leaves")
        allocations = Double(allocated) / Double(runs * passes * corpus.packetCount)
        self.swift = Measurement.median(swiftTimes)
        self.reference = Measurement.median(referenceTimes)
    }

    private static func nanoseconds(_ body: () -> Void) -> Double {
        let (seconds, attoseconds) = ContinuousClock().measure(body).components
        return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
