import Engagement

/// A question about three beers, and answers to it.
enum EngineShop {
    static let stout = Style(id: "imperial_stout", label: "imperial stout", family: "stout", tags: ["dark"])
    static let items = ["a", "b", "c"].map { Item(id: $0, name: "Beer \($0)", style: stout, tags: ["coffee"], abv: 9) }

    static func question(id: String = "r1", user: String = "u1", at: Int64 = 1_796_040_000_000) -> EngineQuestion {
        EngineQuestion(
            id: id, user: user,
            taste: Taste(
                likes: ["style:imperial_stout"].compactMap { Preference($0) },
                dislikes: ["family:pale_ale & tag:fruit"].compactMap { Preference($0) }), site: "shop", zone: "beer",
            trigger: "dwell", dwell: 20_500, at: at, locale: "fi-FI", selection: "beers", version: "v1",
            candidates: items, excluded: ["x"])
    }

    static func answer(
        _ body: String, type: String? = "application/json", to question: EngineQuestion = question()
    ) throws(EngineFault) -> EngineAnswer {
        try EngineAnswer(Array(body.utf8), contentType: type, to: question)
    }
}
