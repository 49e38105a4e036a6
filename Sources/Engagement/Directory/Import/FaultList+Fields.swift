import Messages

/// Reading a field: the value, or `nil` and a fault that says what is expected.
extension FaultList {
    /// Text of 1 … `limit` Unicode scalars.
    mutating func text(_ field: CSVReader.Field, _ name: String, limit: Int = 100) -> String? {
        guard (1...limit).contains(field.text.unicodeScalars.count) else {
            add("\(name) must have 1 to \(limit) characters", at: field.place)
            return nil
        }
        return field.text
    }

    /// Letters, digits, `-`, `_` and `.`, at most 64.
    mutating func id(_ field: CSVReader.Field, _ name: String) -> String? {
        guard (1...64).contains(field.text.utf8.count), field.text.utf8.allSatisfy(\.isIDByte) else {
            add("\(name) \(quote(field.text)) must be 1 to 64 letters, digits, '-', '_' or '.'", at: field.place)
            return nil
        }
        return field.text
    }

    /// A decimal number within `range`.
    mutating func number(_ field: CSVReader.Field, _ name: String, in range: ClosedRange<Double>) -> Double? {
        guard field.text.utf8.allSatisfy(\.isDecimalByte), let value = Double(field.text), range.contains(value) else {
            add(
                "\(name) \(quote(field.text)) must be a number from \(range.lowerBound) to \(range.upperBound)",
                at: field.place)
            return nil
        }
        return value
    }

    /// As `number`, and `nil` without a fault where the field is empty.
    mutating func numberIfAny(_ field: CSVReader.Field, _ name: String, in range: ClosedRange<Double>) -> Double? {
        field.text.isEmpty ? nil : number(field, name, in: range)
    }

    /// A whole number within `range`.
    mutating func integer(_ field: CSVReader.Field, _ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let value = Int(field.text), range.contains(value) else {
            add(
                "\(name) \(quote(field.text)) must be a whole number from \(range.lowerBound) to \(range.upperBound)",
                at: field.place)
            return nil
        }
        return value
    }

    /// As `integer`, and `nil` without a fault where the field is empty.
    mutating func integerIfAny(_ field: CSVReader.Field, _ name: String, in range: ClosedRange<Int>) -> Int? {
        field.text.isEmpty ? nil : integer(field, name, in: range)
    }

    /// The name of a style, a family or a tag.
    mutating func featureName(_ field: CSVReader.Field, _ name: String) -> String? {
        guard Feature.isName(field.text) else {
            add("\(name) \(quote(field.text)) must be 1 to 64 of a-z, 0-9 and '_'", at: field.place)
            return nil
        }
        return field.text
    }

    /// Money: digits, and at most two decimals after a point.
    mutating func price(_ field: CSVReader.Field, currency: CSVReader.Field) -> Price? {
        guard currency.text.utf8.count == 3, currency.text.utf8.allSatisfy(\.isCapital) else {
            add("currency \(quote(currency.text)) must be three capital letters, such as EUR", at: currency.place)
            return nil
        }
        let parts = field.text.split(separator: ".", omittingEmptySubsequences: false)
        let decimals = parts.count == 2 ? parts[1] : "00"
        guard (1...2).contains(parts.count), (1...7).contains(parts[0].utf8.count),
            (1...2).contains(decimals.utf8.count), (parts[0] + decimals).utf8.allSatisfy(\.isDigit),
            let units = Int(parts[0]), let rest = Int(decimals)
        else {
            add("price \(quote(field.text)) must be an amount that is not negative, such as 6.90", at: field.place)
            return nil
        }
        return Price(hundredths: units * 100 + (decimals.utf8.count == 1 ? rest * 10 : rest), currency: currency.text)
    }

    /// A time of RFC 3339 in UTC, as Unix milliseconds.
    mutating func time(_ field: CSVReader.Field, _ name: String) -> Int64? {
        guard let time = Timestamp.milliseconds(field.text) else {
            add("\(name) \(quote(field.text)) must be a time in UTC, such as 2026-11-30T00:00:00Z", at: field.place)
            return nil
        }
        return time
    }

    /// Names of tags with blanks between.
    mutating func tags(_ field: CSVReader.Field) -> [String]? {
        let tags = field.text.split(separator: " ").map(String.init)
        guard tags.count <= 32, tags.allSatisfy({ Feature.isName($0) }) else {
            add("tags \(quote(field.text)) must be at most 32 words of a-z, 0-9 and '_'", at: field.place)
            return nil
        }
        return tags
    }

    /// One of an enumeration's words.
    mutating func word<Word: RawRepresentable<String> & CaseIterable>(
        _ field: CSVReader.Field, _ name: String, as _: Word.Type
    ) -> Word? {
        guard let word = Word(rawValue: field.text) else {
            let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
            add("\(name) \(quote(field.text)) must be one of \(words)", at: field.place)
            return nil
        }
        return word
    }

    /// `yes` or `no`.
    mutating func flag(_ field: CSVReader.Field, _ name: String) -> Bool? {
        guard field.text == "yes" || field.text == "no" else {
            add("\(name) \(quote(field.text)) must be yes or no", at: field.place)
            return nil
        }
        return field.text == "yes"
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    fileprivate var isSmall: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    /// No exponent, no hexadecimal, no infinity.
    fileprivate var isDecimalByte: Bool { isDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: "-") }
    fileprivate var isIDByte: Bool { isDecimalByte || isCapital || isSmall || self == UInt8(ascii: "_") }
}
