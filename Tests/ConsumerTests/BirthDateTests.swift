import Testing

@testable import beckon_consumer

@Suite struct BirthDateTests {
    @Test(arguments: [
        ("30", "11", "2008", 18), ("1", "12", "2008", 17), ("29", "2", "2008", 18), ("01", "01", "1900", 126),
        ("1", "1", "2027", -1),
    ])
    func theAgeIsThatOfTheDay(day: String, month: String, year: String, age: Int) {
        #expect(BirthDate(day: day, month: month, year: year)?.age(year: 2026, month: 11, day: 30) == age)
    }

    @Test func whoIsBornOnTheTwentyNinthOfFebruaryIsOlderOnTheFirstOfMarch() {
        let born = BirthDate(day: "29", month: "2", year: "2008")
        #expect(born?.age(year: 2026, month: 2, day: 28) == 17)
        #expect(born?.age(year: 2026, month: 3, day: 1) == 18)
    }

    @Test(arguments: [
        ("31", "4", "1990"), ("29", "2", "1900"), ("29", "2", "2007"), ("0", "1", "1990"), ("1", "13", "1990"),
        ("1", "1", "90"), ("+1", "1", "1990"), ("1", "1", "19 90"), ("", "", ""), ("１", "1", "1990"),
        ("99999999999999999999", "1", "1990"),
    ])
    func refusesWhatIsNoDate(day: String, month: String, year: String) {
        #expect(BirthDate(day: day, month: month, year: year) == nil)
    }
}
