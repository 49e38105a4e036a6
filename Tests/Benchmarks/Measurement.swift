import CReference

/// What one size gave. Times are medians of interleaved runs, in nanoseconds an advertisement.
struct Measurement {
    /// One of those that are compared.
    struct Path {
        var time = 0.0
        /// An advertisement.
        var allocations = 0.0
        fileprivate var times: [Double] = []
        fileprivate var allocated: UInt64 = 0

        /// - Parameter count: advertisements that `body` takes in.
        fileprivate mutating func run(of count: Int, _ body: () -> Void) {
            let before = allocation_count()
            let (seconds, attoseconds) = ContinuousClock().measure(body).components
            allocated += allocation_count() - before
            times.append((Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(count))
            time = times.sorted()[times.count / 2]
            allocations = Double(allocated) / Double(times.count * count)
        }
    }

    var pairs: Int
    var swift = Path()
    /// The same with the ring of sightings.
    var ring = Path()
    var reference = Path()
    var bytesPerPair: Double

    /// Feeds the corpus to all in turn, `runs` times each after warming up.
    ///
    /// - Parameter folder: for the ring's files.
    init(pairs wanted: Int, runs: Int, folder: String) {
        let corpus = Corpus(pairs: wanted, seed: 42)
        let empty = heap_bytes()
        var swift = SwiftPath(pairs: wanted + 64)
        // Two passes make every beacon present; their enters are not what is measured.
        swift.run(corpus, from: 0)
        swift.run(corpus, from: 1_000_000)
        _ = swift.drain()
        bytesPerPair = Double(heap_bytes() - empty) / Double(swift.pairCount)
        var ring = SwiftPath(pairs: wanted + 64, ring: folder)
        ring.run(corpus, from: 0)
        ring.run(corpus, from: 1_000_000)
        _ = ring.drain()
        var reference = CPath(pairs: wanted + 64)
        reference.run(corpus, from: 0)
        reference.run(corpus, from: 1_000_000)
        pairs = swift.pairCount
        precondition(swift.visitCount == pairs && reference.pairCount == pairs, "both must know the same beacons")

        // Small corpora are repeated, so that each run takes in about half a million advertisements.
        let passes = max(1, 500_000 / corpus.packetCount)
        let count = passes * corpus.packetCount
        var second: Int64 = 2
        for _ in 0..<runs {
            let seconds = (second..<second + Int64(passes)).map { $0 * 1_000_000 }
            self.swift.run(of: count) { for start in seconds { swift.run(corpus, from: start) } }
            self.ring.run(of: count) { for start in seconds { ring.run(corpus, from: start) } }
            self.reference.run(of: count) { for start in seconds { reference.run(corpus, from: start) } }
            second += Int64(passes)
        }
        precondition(swift.visitCount == pairs && ring.visitCount == pairs, "nobody leaves")
    }
}
