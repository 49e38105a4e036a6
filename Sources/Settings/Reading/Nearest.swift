/// The word of `known` that was most likely meant by `word`: at most a third of its letters wrong.
func nearest(to word: String, in known: some Sequence<String>) -> String? {
    let measured = known.map { (word: $0, distance: editDistance(Array(word.utf8), Array($0.utf8))) }
    guard let best = measured.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(word.utf8.count / 3, 1) ? best.word : nil
}

/// Insertions, deletions and replacements, and swaps of neighbours, that lead from one word to the other
/// (optimal string alignment). Words of more than 64 bytes are infinitely far.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    guard left.count <= 64, right.count <= 64 else { return .max }
    var rows = [Array(0...right.count)]
    for i in left.indices {
        var row = [i + 1]
        for j in right.indices {
            var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (left[i] == right[j] ? 0 : 1))
            if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                best = min(best, rows[i - 1][j - 1] + 1)
            }
            row.append(best)
        }
        rows.append(row)
    }
    return rows[left.count][right.count]
}
