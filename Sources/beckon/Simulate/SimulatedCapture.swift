import Captures
import Daemon
import Radio

/// A made-up shop as captures.
enum SimulatedCapture {
    /// Bytes after which they are written.
    private static let enough = 65_536

    /// Writes what the gateways hear: to standard output, or each to a file of its own. Ctrl-C ends it cleanly.
    ///
    /// - Parameter start: Unix milliseconds.
    static func write(_ plan: CrowdedShop.Plan, to path: String?, from start: Int64) throws {
        let gateways = Array(0..<plan.gateways)
        guard let path else {
            let signals = try Signals()
            let air = SimulatedAir(plan, gateways: gateways, from: start)
            _ = try write(air, from: start, .jsonLines, to: OutputFile.standard(), signals)
            return
        }
        guard let format = CaptureFormat(path: path) else {
            throw UsageError.conflict("FILE '\(path)': expected a name that ends in .btsnoop, .pcapng or .jsonl")
        }
        let signals = try Signals()
        for gateway in gateways {
            let name = plan.gateways == 1 ? path : Self.name(path, format, gateway)
            let file = try OutputFile(creating: name)
            let air = SimulatedAir(plan, gateways: [gateway], from: start)
            let (reports, isWhole) = try write(air, from: start, format, to: file, signals)
            Log().info(
                "simulate", isWhole ? "done" : "stopped before its end",
                ["file": name, "visitors": plan.visitors, "reports": reports])
            if !isWhole { return }
        }
    }

    /// `shop.btsnoop` as `shop-1.btsnoop`.
    static func name(_ path: String, _ format: CaptureFormat, _ gateway: Int) -> String {
        "\(path.dropLast(format.rawValue.count + 1))-\(gateway + 1).\(format.rawValue)"
    }

    private static func write(
        _ air: SimulatedAir, from start: Int64, _ format: CaptureFormat, to file: consuming OutputFile,
        _ signals: borrowing Signals
    ) throws -> (reports: Int, isWhole: Bool) {
        var writer = CaptureWriter(format)
        var pending = writer.header
        var reports = 0
        var isWhole = true
        var progress = ProgressLine()
        for record in air {
            writer.append(record, to: &pending)
            reports += 1
            guard pending.count >= enough else { continue }
            try file.write(pending)
            pending.removeAll(keepingCapacity: true)
            let minutes = (record.unixMicroseconds / 1000 - start) / 60_000
            progress.show("\(file.name): \(minutes) min of the shop, \(reports) reports")
            isWhole = signals.next(within: .zero) == nil
            guard isWhole else { break }
        }
        try file.write(pending)
        try file.synchronise()
        return (reports, isWhole)
    }
}
