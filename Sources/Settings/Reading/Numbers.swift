/// A number and its unit, as `5s`.
private struct Measure {
    var number: Int64
    var unit: Substring

    /// Digits, then letters; `nil` for anything else and for what does not fit.
    init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int64(digits) else { return nil }
        self.number = number
        unit = text[digits.endIndex...]
    }
}

extension Kind where Value == Int {
    static func whole(_ range: ClosedRange<Int>) -> Kind {
        Kind(
            expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            parse: { node in node.plainText.flatMap { Int($0) }.flatMap { range.contains($0) ? $0 : nil } })
    }

    /// `50/s`.
    static func perSecond(_ range: ClosedRange<Int>) -> Kind {
        Kind(
            expected: "a rate from \(range.lowerBound)/s to \(range.upperBound)/s",
            parse: { node in
                guard let measure = node.text.flatMap(Measure.init), measure.unit == "/s" else { return nil }
                return Int(exactly: measure.number).flatMap { range.contains($0) ? $0 : nil }
            },
            hint: { missingUnit($0, "/s") })
    }

    /// `60/h`.
    static func perHour(_ range: ClosedRange<Int>) -> Kind {
        Kind(
            expected: "a rate from \(range.lowerBound)/h to \(range.upperBound)/h",
            parse: { node in
                guard let measure = node.text.flatMap(Measure.init), measure.unit == "/h" else { return nil }
                return Int(exactly: measure.number).flatMap { range.contains($0) ? $0 : nil }
            },
            hint: { missingUnit($0, "/h") })
    }
}

extension Kind where Value == Int64 {
    /// `64MiB`, in bytes.
    static func size(_ range: ClosedRange<Int64>) -> Kind {
        Kind(
            expected: "a size from \(range.lowerBound >> 20)MiB to \(range.upperBound >> 30)GiB",
            parse: { node in
                guard let measure = node.text.flatMap(Measure.init), measure.number <= 1_000_000_000 else { return nil }
                let size: Int64? =
                    switch measure.unit {
                    case "KiB": measure.number << 10
                    case "MiB": measure.number << 20
                    case "GiB": measure.number << 30
                    default: nil
                    }
                return size.flatMap { range.contains($0) ? $0 : nil }
            },
            hint: { missingUnit($0, "MiB") })
    }
}

extension Kind where Value == Double {
    /// - Parameter unit: for people; levels and factors are written without it.
    static func number(_ range: ClosedRange<Double>, _ unit: String = "") -> Kind {
        let bounds = "from \(plain(range.lowerBound)) to \(plain(range.upperBound))"
        return Kind(
            expected: "a number \(bounds)\(unit.isEmpty ? "" : " \(unit)")",
            parse: { node in
                guard let text = node.plainText, text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
                    let number = Double(text), range.contains(number)
                else { return nil }
                return number
            })
    }

    /// `0.1/h`.
    static func perHour(_ range: ClosedRange<Double>) -> Kind {
        Kind(
            expected: "a rate from \(plain(range.lowerBound))/h to \(plain(range.upperBound))/h",
            parse: { node in
                guard let text = node.text, text.hasSuffix("/h"), let number = Double(text.dropLast(2)),
                    range.contains(number)
                else { return nil }
                return number
            },
            hint: { node in
                node.text.flatMap { Double($0) == nil ? nil : "the unit is missing; did you mean \($0)/h?" }
            })
    }

    /// `10%`, as a share from 0 to 1.
    static var share: Kind {
        Kind(
            expected: "a share from 0% to 100%",
            parse: { node in
                guard let text = node.text, text.hasSuffix("%"), let number = Double(text.dropLast()),
                    (0...100).contains(number)
                else { return nil }
                return number / 100
            },
            hint: { node in
                node.text.flatMap { Double($0) == nil ? nil : "the unit is missing; did you mean \($0)%?" }
            })
    }

    /// Negative, in dBm.
    static var level: Kind { .number(-127...0, "dBm") }

    private static func plain(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }
}

extension Kind where Value == Duration {
    /// From a millisecond to ten years, unless the bounds are narrower.
    static func duration(
        _ shortest: Duration = .milliseconds(1), _ longest: Duration = .seconds(3650 * 86_400)
    ) -> Kind {
        Kind(
            expected: "a duration from \(durationText(shortest)) to \(durationText(longest))",
            parse: { node in
                node.text.flatMap(durationValue).flatMap { (shortest...longest).contains($0) ? $0 : nil }
            },
            hint: { missingUnit($0, "s") })
    }
}

extension Duration {
    /// Reads `250ms`, `3s`, `5m`, `2h`, `7d`.
    public init?(text: String) {
        guard let value = durationValue(text) else { return nil }
        self = value
    }
}

/// `250ms`, `3s`, `5m`, `2h`, `7d`.
func durationValue(_ text: String) -> Duration? {
    // Above 10^9 of a unit nothing is meant, and days in seconds stay within the type.
    guard let measure = Measure(text), measure.number <= 1_000_000_000 else { return nil }
    return switch measure.unit {
    case "ms": .milliseconds(measure.number)
    case "s": .seconds(measure.number)
    case "m": .seconds(measure.number * 60)
    case "h": .seconds(measure.number * 3600)
    case "d": .seconds(measure.number * 86_400)
    default: nil
    }
}

/// In the largest unit that leaves a whole number.
func durationText(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    if attoseconds != 0 { return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000)ms" }
    for (unit, size) in [("d", Int64(86_400)), ("h", 3600), ("m", 60)] where seconds != 0 && seconds % size == 0 {
        return "\(seconds / size)\(unit)"
    }
    return "\(seconds)s"
}

private func missingUnit(_ node: Node, _ unit: String) -> String? {
    guard let measure = node.text.flatMap(Measure.init), measure.unit.isEmpty else { return nil }
    return "the unit is missing; did you mean \(measure.number)\(unit)?"
}
