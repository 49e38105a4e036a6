/// The figures for people and for programs.
enum Report {
    static func table(_ measurements: [Measurement]) -> String {
        let head = [
            "hot path: HCI bytes → decode → region → filter → visit, beside a C reference (ns an advertisement)",
            "     pairs    Swift        C    ratio   allocations   bytes a pair",
        ]
        let rows = measurements.map { row in
            pad(String(row.pairs), 10) + pad(text(row.swift), 9) + pad(text(row.reference), 9)
                + pad(text(row.ratio), 9) + pad(text(row.allocations), 14) + pad(text(row.bytesPerPair), 15)
        }
        return (head + rows).joined(separator: "\n")
    }

    static func json(_ measurements: [Measurement]) -> String {
        let rows = measurements.map { row in
            """
              {"pairs": \(row.pairs), "swift_ns": \(text(row.swift)), "c_ns": \(text(row.reference)), \
            "ratio": \(text(row.ratio)), "allocations": \(text(row.allocations)), \
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
