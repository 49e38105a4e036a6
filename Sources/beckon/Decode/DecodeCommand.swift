import Beacons
import Daemon

extension Subcommand {
    static let decode = Subcommand(
        command: Command(
            name: "beckon decode",
            summary: """
                Explains advertisements byte by byte.

                Each HEX is the advertising data of one advertisement; blanks, colons and a leading 0x in it do not
                matter. With - they are read from standard input, one a line.
                """,
            operands: [.init("HEX", isRepeated: true)],
            options: [.init("json", "one line of JSON for each input")],
            exitCodes: [.ok, .failure, .usage],
            example: """
                beckon decode 0201061aff4c00021541c08dfdb7194ccb9d3b5aa7c3860f8900010002c5
                cut -f 2 adverts.tsv | beckon decode --json -
                """),
        run: { arguments in
            let output = OutputFile.standard()
            var writer = Decoder(isJSON: arguments.has("json"))
            for operand in arguments.operands {
                if operand == "-" {
                    for line in InputLines(longest: AdvertisingHex.longest) where !line.allSatisfy(\.isWhitespace) {
                        try output.write(writer.text(line))
                    }
                } else {
                    try output.write(writer.text(operand))
                }
            }
            if writer.hasFailed { ExitCode.failure.exit() }
        })
}

/// From input to what is printed of it.
private struct Decoder {
    let isJSON: Bool
    private(set) var hasFailed = false
    private var count = 0
    private let style = Style()

    init(isJSON: Bool) { self.isJSON = isJSON }

    mutating func text(_ input: String) -> String {
        count += 1
        let separator = count > 1 && !isJSON ? "\n" : ""
        guard let data = AdvertisingHex.bytes(input) else {
            hasFailed = true
            let shown = LogLine.escaped(String(input.prefix(60)))
            return separator + (isJSON ? DecodedJSON.failure : "'\(shown)': not hexadecimal, two digits a byte\n")
        }
        return separator + (isJSON ? DecodedJSON.line(data) : Explanation(data).text(style))
    }
}

/// Advertising data as people and tools write it.
enum AdvertisingHex {
    /// Characters of the longest advertisement (1650 bytes), written with blanks, twice over.
    static let longest = 10_000

    static func bytes(_ text: String) -> [UInt8]? {
        guard text.utf8.count <= longest else { return nil }
        var digits = text.filter { !$0.isWhitespace && $0 != ":" }
        if digits.hasPrefix("0x") || digits.hasPrefix("0X") { digits.removeFirst(2) }
        return digits.isEmpty ? nil : Hex.bytes(digits)
    }
}
