/// What a beer's name gives away: words, in small letters, and the tags that they mean.
///
/// The list is fixed. It errs on the side of saying too much where a shopper may dislike it: an *Oktoberfest* is a
/// lager and a *Plum Street Porter* has fruit.
enum FlavourWords {
    private static let words: [String: [String]] = {
        var words: [String: [String]] = [:]
        for row in table {
            let tags = row.tags.split(separator: " ").map(String.init)
            for word in row.words.split(separator: " ") { words[String(word)] = tags }
        }
        return words
    }()

    private static let table: [(tags: String, words: String)] = [
        ("coffee", "coffee espresso java mocha cafe café cappuccino latte"),
        ("chocolate", "chocolate choc cocoa cacao mole molé"),
        ("vanilla", "vanilla"), ("caramel", "caramel toffee"), ("honey", "honey"), ("maple", "maple"),
        ("milk", "milk leche milkshake"), ("oatmeal", "oatmeal oat"), ("rye", "rye roggen"),
        ("nut", "nut nuts peanut pecan walnut hazelnut almond pistachio"),
        ("wood", "oak bourbon barrel whiskey rum"), ("smoke", "smoke smoked smoky rauch"),
        ("spice", "spice spiced ginger chai cinnamon pepper jalapeno jalapeño chile chili pumpkin punkin tea"),
        ("lager", "lager lagers lagered bock doppelbock dopplebock doublebock maibock eisbock pils pilsner pilsener"),
        ("lager", "helles oktoberfest octoberfest oktoberfiesta oktoberbeast märzen maerzen schwarzbier ipl"),
        ("lager fruit lemon", "shandy radler"),
        ("fruit apple", "apple apples"), ("fruit apricot", "apricot apricots"), ("fruit banana", "banana"),
        ("fruit blackberry", "blackberry blackbeary"), ("fruit blueberry", "blueberry blueberries"),
        ("fruit cherry", "cherry cherries cherried kriek"), ("fruit coconut", "coconut"),
        ("fruit cranberry", "cranberry"), ("fruit grapefruit", "grapefruit pamplemousse pomelo"),
        ("fruit lemon", "lemon lemonale lemonade"), ("fruit lime", "lime"), ("fruit mango", "mango"),
        ("fruit orange", "orange tangerine clementine mandarin"), ("fruit passion_fruit", "passion passionfruit"),
        ("fruit peach", "peach peaches perzik"), ("fruit pear", "pear"), ("fruit pineapple", "pineapple"),
        ("fruit plum", "plum"), ("fruit pomegranate", "pomegranate"),
        ("fruit raspberry", "raspberry raspberries razz framboise"), ("fruit strawberry", "strawberry"),
        ("fruit watermelon", "watermelon melon"),
        ("fruit", "fruit fruity tropical tropicalia citrus breadfruit guava papaya kiwi berry grape fig quince yuzu"),
    ]

    /// Every tag that a name can give.
    static let tags = Set(words.values.joined())

    /// The tags of a name, in its order; some may be there twice.
    static func tags(of name: String) -> [String] {
        name.lowercased().split { !$0.isLetter }.flatMap { words[String($0)] ?? [] }
    }
}
