/// The figures for people and for programs.
enum Report {
    static func table(_ measurements: [Measurement]) -> String {
        let head = [
            "hot path: HCI bytes → decode → region → filter → visit, with and without the ring of sightings, beside a C",
            "reference without it (ns an advertisement, and allocations)",
            "     pairs    Swift  allocations  with ring  allocations        C    ratio  with ring   bytes a pair",
        ]
        let rows = measurements.map { row in
            pad(String(row.pairs), 10) + pad(text(row.swift.time), 9) + pad(text(row.swift.allocations), 13)
                + pad(text(row.ring.time), 11) + pad(text(row.ring.allocations), 13)
                + pad(text(row.reference.time), 9) + pad(text(row.swift.time / row.reference.time), 9)
                + pad(text(row.ring.time / row.reference.time), 11) + pad(text(row.bytesPerPair), 15)
        }
        return (head + rows).joined(separator: "\n")
    }

    static func json(_ measurements: [Measurement]) -> String {
        let rows = measurements.map { row in
            """
              {"pairs": \(row.pairs), "swift_ns": \(text(row.swift.time)), "ring_ns": \(text(row.ring.time)), \
            "c_ns": \(text(row.reference.time)), "ratio": \(text(row.swift.time / row.reference.time)), \
            "ring_ratio": \(text(row.ring.time / row.reference.time)), \
            "allocations": \(text(row.swift.allocations)), "ring_allocations": \(text(row.ring.allocations)), \
            "bytes_per_pair": \(text(row.bytesPerPair))}
            """
        }
        return "[\n" + rows.joined(separator: ",\n") + "\n]"
    }

    /// Two decimals.
    private static func text(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)"
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(width - text.count, 0)) + text
    }
}
