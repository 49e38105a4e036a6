/// How fast a capture is replayed.
enum Speed: Hashable, LosslessStringConvertible {
    /// So many times the pace of life.
    case times(Double)
    /// As fast as it goes.
    case unlimited

    init?(_ text: String) {
        if text == "max" {
            self = .unlimited
        } else if let factor = Double(text), factor.isFinite, (0.001...1_000_000).contains(factor) {
            self = .times(factor)
        } else {
            return nil
        }
    }

    var description: String {
        switch self {
        case .times(let factor): "\(factor)"
        case .unlimited: "max"
        }
    }
}
