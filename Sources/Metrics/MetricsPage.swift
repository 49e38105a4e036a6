/// Metrics in the text format of Prometheus, version 0.0.4.
public struct MetricsPage {
    public enum Kind: String, Sendable { case counter, gauge, histogram }

    public static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    public private(set) var text = ""

    public init() {}

    /// One metric with all its samples, which the format wants together; without any it is left out.
    ///
    /// - Parameters:
    ///   - name: by Prometheus's rules: base units, counters in `_total`.
    ///   - samples: adds them; no two with the same labels.
    public mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: (inout MetricSamples) -> Void) {
        var list = MetricSamples(name: name)
        samples(&list)
        guard !list.text.isEmpty else { return }
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n\(list.text)"
    }

    public mutating func counter(_ name: String, _ help: String, _ value: some BinaryInteger) {
        add(name, .counter, help) { $0.add(value) }
    }

    public mutating func gauge(_ name: String, _ help: String, _ value: some BinaryInteger) {
        add(name, .gauge, help) { $0.add(value) }
    }

    /// What every daemon says of itself.
    ///
    /// - Parameters:
    ///   - processor: time since the start, microseconds.
    ///   - memory: resident bytes.
    ///   - start: Unix milliseconds.
    public mutating func addProcess(version: String, processor: Int64, memory: UInt64, start: Int64) {
        add("beckon_build_info", .gauge, "The version that runs.") { $0.add(1, ["version": version]) }
        add("process_cpu_seconds_total", .counter, "Processor time since the start.") {
            $0.add(Double(processor) / 1_000_000)
        }
        gauge("process_resident_memory_bytes", "Memory that is there and not only promised.", memory)
        add("process_start_time_seconds", .gauge, "When the process started, Unix time.") {
            $0.add(Double(start) / 1000)
        }
    }
}
