/// A level as a bar of eight cells: −100 dBm is empty, −30 is full.
enum LevelBar {
    static let width = 8
    private static let eighths = Array(" ▏▎▍▌▋▊▉█")

    static func text(_ level: Float?) -> String {
        let filled = Int(((level ?? -100) + 100) / 70 * Float(width * 8))
        return String((0..<width).map { eighths[min(max(filled - $0 * 8, 0), 8)] })
    }
}
