/// How strongly one beacon is heard, beside the levels at which regions let it in and out. The script draws the table
/// as a chart over time.
public struct SignalPart: Sendable {
    /// What one region hears, or would.
    public struct Line: Hashable, Sendable {
        public let region: String
        /// `nil`: no gateway hears it there.
        public let gateway: String?
        /// dBm.
        public let level: Double?
        /// dBm; `nil`: any.
        public let enter: Double?
        public let exit: Double?

        public init(region: String, gateway: String?, level: Double?, enter: Double?, exit: Double?) {
            self.region = region
            self.gateway = gateway
            self.level = level
            self.enter = enter
            self.exit = exit
        }
    }

    /// `nil`: none was chosen.
    public var beacon: String?
    /// Whose it is, if that is known.
    public var owner: String?
    /// When it was last heard, Unix milliseconds.
    public var heard: Int64?
    public var lines: [Line]

    public init(beacon: String?, owner: String? = nil, heard: Int64? = nil, lines: [Line] = []) {
        self.beacon = beacon
        self.owner = owner
        self.heard = heard
        self.lines = lines
    }

    public var part: LivePart {
        guard let beacon else {
            return LivePart(
                "signal", "Signal", "<p class=\"hint\">Choose a name in a list to see how strongly it is heard.</p>")
        }
        let isHeard = lines.contains { $0.level != nil }
        let hint: HTML? = isHeard ? nil : "<p class=\"hint\">It is not heard now.</p>"
        let body: HTML = """
            <p class="identity">\(owner.map { "<strong>\($0)</strong> " as HTML })<code>\(beacon)</code> \
            <a href="/">Close</a></p>
            \(hint)
            <div id="chart" class="chart" role="img" data-at="\(heard.map(String.init) ?? "")" \
            aria-label="Level over time, with the regions’ thresholds. The figures are in the table."></div>
            <table>
            <thead><tr><th scope="col">Region</th><th scope="col" class="number">Level</th>\
            <th scope="col" class="number">Enters at</th><th scope="col" class="number">Exits below</th></tr></thead>
            <tbody>
            \(HTML(lines.map(Self.row)))</tbody>
            </table>
            """
        return LivePart("signal", "Signal", body)
    }

    private static func row(_ line: Line) -> HTML {
        let gateway: HTML? = line.gateway.map { " <small>\($0)</small>" }
        return """
            <tr data-region="\(line.region)" data-gateway="\(line.gateway ?? "")" data-level="\(plain(line.level))" \
            data-enter="\(plain(line.enter))" data-exit="\(plain(line.exit))">\
            <th scope="row">\(line.region)\(gateway)</th><td class="number">\(LevelText.dBm(line.level))</td>\
            <td class="number">\(LevelText.dBm(line.enter, else: "any level"))</td>\
            <td class="number">\(LevelText.dBm(line.exit, else: "no level"))</td></tr>

            """
    }

    /// For the script: one decimal at most.
    private static func plain(_ level: Double?) -> String {
        guard let level, level.isFinite, abs(level) < 1000 else { return "" }
        return "\((level * 10).rounded() / 10)"
    }
}
