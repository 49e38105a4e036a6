/// Where a pair's key is looked for: rounds of multiply and fold under secret seeds.
///
/// Whatever varies from key to key goes through at least two of them. Beacons are numbered in order, and one multiplication
/// leaves such numbers in a row: with one of a hundred seeds 8,000 tags took 19 probes each, with one of three hundred 358.
struct PairHash {
    private let seeds: (UInt64, UInt64, UInt64)

    /// Other seeds for each process: nobody in the air can choose collisions.
    init() {
        // The standard library's hash is keyed at random.
        self.init { number in
            var hasher = Hasher()
            hasher.combine(number)
            return UInt64(bitPattern: Int64(hasher.finalize()))
        }
    }

    init(seed: (Int) -> UInt64) { seeds = (seed(1), seed(2), seed(3)) }

    func callAsFunction(_ key: PairKey) -> UInt32 {
        let upper = fold(
            UInt64(truncatingIfNeeded: key.upper) ^ seeds.0, UInt64(truncatingIfNeeded: key.upper &>> 64) ^ seeds.1)
        let all = fold(upper ^ key.lowerAndRegion, seeds.2)
        return UInt32(truncatingIfNeeded: fold(all ^ seeds.1, seeds.0))
    }

    private func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}
