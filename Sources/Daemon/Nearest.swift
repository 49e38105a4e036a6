/// The word of `known` that was most likely meant: the one that shares the most at its beginning and its end with
/// `word`, where that is half of the longer at least.
func nearest(to word: String, in known: [String]) -> String? {
    func agreement(_ other: String) -> Double {
        let (shorter, longer) = (min(word.count, other.count), max(word.count, other.count))
        let beginning = zip(word, other).prefix { $0 == $1 }.count
        let end = zip(word.reversed(), other.reversed()).prefix { $0 == $1 }.count
        return Double(min(beginning + end, shorter)) / Double(max(longer, 1))
    }
    let best = known.max { agreement($0) < agreement($1) }
    return best.flatMap { agreement($0) >= 0.5 ? $0 : nil }
}
