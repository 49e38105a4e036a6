import Engagement

extension Phrases {
    /// Lays what the section says over what is there.
    mutating func read(_ section: Section) {
        read("title", \.title, ["item"], needed: ["item"], section)
        read("offer", \.offer, ["style", "price"], section)
        read("offer_by_brewery", \.offerByBrewery, ["style", "brewery", "price"], section)
        read("because", \.because, ["reasons"], needed: ["reasons"], section)
        read("promotion", \.promotion, ["promotion"], needed: ["promotion"], section)
        section.read("comma", into: &comma, .words)
        section.read("and", into: &and, .words)
        section.read("gap", into: &gap, .words)
        section.section("words") { readWords($0) }
        if let excess { section.report.fault(section.mark, excess) }
    }

    private mutating func read(
        _ key: String, _ sentence: WritableKeyPath<Phrases, String>, _ known: [String], needed: [String] = [],
        _ section: Section
    ) {
        guard let text = section.value(key, .words) else { return }
        if let fault = Phrases.fault(in: text, known: known, needed: needed) { section.fault(key, fault) }
        self[keyPath: sentence] = text
    }

    private mutating func readWords(_ section: Section) {
        for (key, node) in section.others() {
            guard key.text == "abv" || key.text == "ibu" || Feature(key.text) != nil else {
                section.report.fault(key.mark, "expected abv, ibu or a feature such as tag:coffee, found '\(key.text)'")
                continue
            }
            if let word = section.value(node, .words) { words[key.text] = word }
        }
    }
}
