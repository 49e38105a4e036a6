/// The samples of one metric.
public struct MetricSamples {
    public typealias Labels = KeyValuePairs<String, String>

    private let name: String
    private(set) var text = ""

    init(name: String) { self.name = name }

    public mutating func add(_ value: some BinaryInteger, _ labels: Labels = [:]) {
        line("", labels.map { $0 }, "\(value)")
    }

    public mutating func add(_ value: Double, _ labels: Labels = [:]) {
        line("", labels.map { $0 }, Self.number(value))
    }

    public mutating func add(_ isSo: Bool, _ labels: Labels = [:]) { add(isSo ? 1 : 0, labels) }

    public mutating func add(_ histogram: MetricHistogram, _ labels: Labels = [:]) {
        var count: UInt64 = 0
        for (bound, own) in zip(histogram.bounds.map(Self.number) + ["+Inf"], histogram.counts) {
            count &+= own
            line("_bucket", labels.map { $0 } + [("le", bound)], "\(count)")
        }
        line("_sum", labels.map { $0 }, Self.number(histogram.sum))
        line("_count", labels.map { $0 }, "\(count)")
    }

    private mutating func line(_ suffix: String, _ labels: [(key: String, value: String)], _ value: String) {
        text += name + suffix
        if !labels.isEmpty {
            text += "{" + labels.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",") + "}"
        }
        text += " \(value)\n"
    }

    /// The three that would end a value or begin an escape.
    private static func escaped(_ value: String) -> String {
        var result = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        return value.isInfinite ? (value < 0 ? "-Inf" : "+Inf") : "\(value)"
    }
}
