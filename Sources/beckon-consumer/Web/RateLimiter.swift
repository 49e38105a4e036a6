import Synchronization

/// How often each of many may do something: a bucket each that fills with time.
final class RateLimiter: Sendable {
    private struct Bucket {
        var level: Double
        /// Unix milliseconds.
        var at: Int64
    }

    private let burst: Double
    /// Milliseconds for one more.
    private let pause: Double
    private let buckets = Mutex<[String: Bucket]>([:])

    /// The most that are remembered; above it those that are full again are forgotten first.
    private static let mostBuckets = 10_000

    /// - Parameters:
    ///   - burst: so many at once …
    ///   - pause: … and one more after each.
    init(burst: Int, pause: Duration) {
        self.burst = Double(burst)
        self.pause = pause / .milliseconds(1)
    }

    /// `nil`: now; else the seconds after which it may be tried again. - Parameter now: Unix milliseconds.
    func wait(_ key: String, at now: Int64) -> Int? {
        buckets.withLock { buckets in
            var bucket = buckets[key] ?? Bucket(level: burst, at: now)
            bucket.level = level(of: bucket, at: now)
            bucket.at = now
            if buckets[key] == nil, buckets.count >= Self.mostBuckets { makeRoom(in: &buckets, at: now) }
            guard bucket.level >= 1 else {
                buckets[key] = bucket
                return max(Int(((1 - bucket.level) * pause / 1000).rounded(.up)), 1)
            }
            bucket.level -= 1
            buckets[key] = bucket
            return nil
        }
    }

    /// A clock that was set back fills nothing.
    private func level(of bucket: Bucket, at now: Int64) -> Double {
        min(burst, bucket.level + max(Double(now) - Double(bucket.at), 0) / pause)
    }

    /// Where nobody's is full again all are: better too kind than without bound.
    private func makeRoom(in buckets: inout [String: Bucket], at now: Int64) {
        buckets = buckets.filter { level(of: $0.value, at: now) < burst }
        if buckets.count >= Self.mostBuckets { buckets.removeAll() }
    }
}
