import Engagement
import Pages

/// What a visitor is asked about: a few families and flavours that the catalogue has.
struct Tastes {
    /// What people know about beer, in the order in which they are asked.
    private static let tags = [
        "hoppy", "bitter", "malty", "roasty", "sour", "sweet", "fruit", "coffee", "chocolate", "caramel", "spice",
        "smoke",
    ]
    /// The most families: a page that nobody reads to its end asks nothing.
    private static let mostFamilies = 12

    private let features: [Feature]

    init(of directory: Directory) {
        var families: [String: Int] = [:]
        var found: Set<String> = []
        for item in directory.items {
            families[item.family, default: 0] += 1
            found.formUnion(item.tags)
        }
        families["other"] = nil
        let common = families.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.mostFamilies)
        features =
            common.map { Feature(.family, $0.key) }
            + Self.tags.filter(found.contains).map { Feature(.tag, $0) }
    }

    /// - Parameter phrases: of the language.
    func choices(_ taste: Taste, _ phrases: Phrases) -> [TasteChoice] {
        features.map { feature in
            let preference = Preference(feature)
            let opinion: TasteChoice.Opinion =
                taste.likes.contains(preference) ? .like : taste.dislikes.contains(preference) ? .dislike : .none
            let word = phrases.words["\(feature)"] ?? feature.name.split(separator: "_").joined(separator: " ")
            return TasteChoice(
                feature: "\(feature)", label: word.prefix(1).uppercased() + word.dropFirst(), opinion: opinion)
        }
    }

    /// The taste as a form says it; what the form does not ask about stays.
    func taste(_ taste: Taste, answering answer: (String) -> String?) -> Taste {
        var new = taste
        for feature in features {
            let preference = Preference(feature)
            guard let opinion = answer(TasteChoice.field(of: "\(feature)")).flatMap(TasteChoice.Opinion.init) else {
                continue
            }
            new.likes.removeAll { $0 == preference }
            new.dislikes.removeAll { $0 == preference }
            switch opinion {
            case .like: new.likes.append(preference)
            case .dislike: new.dislikes.append(preference)
            case .none: break
            }
        }
        return new
    }
}
