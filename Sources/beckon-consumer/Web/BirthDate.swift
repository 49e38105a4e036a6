/// A date of birth as somebody typed it. Used to see that they are old enough, and then forgotten.
struct BirthDate: Equatable {
    let year: Int
    let month: Int
    let day: Int

    /// `nil`: no date that there was.
    init?(day: String, month: String, year: String) {
        func number(_ text: String, _ range: ClosedRange<Int>) -> Int? {
            guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            return Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
        guard let year = number(year, 1900...2999), let month = number(month, 1...12),
            let day = number(day, 1...Self.days(in: month, of: year))
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Whole years on a day; negative before birth. Who is born on 29 February has their day on 1 March.
    func age(year: Int, month: Int, day: Int) -> Int {
        year - self.year - ((month, day) < (self.month, self.day) ? 1 : 0)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
