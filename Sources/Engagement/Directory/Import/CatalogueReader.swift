/// Reads styles, breweries, ratings and items.
struct CatalogueReader {
    private(set) var items: [Item] = []
    /// Every style, family and tag there is: what a like or a dislike may name.
    private(set) var vocabulary: Set<Feature> = Set(FlavourWords.tags.map { Feature(.tag, $0) })

    private var styles: [String: Style] = [:]
    private var breweries: [String: String] = [:]
    private var ratings: [String: RatingSummary] = [:]

    init(_ files: [String: [UInt8]], _ faults: inout FaultList) {
        if let bytes = files["styles.csv"] { readStyles(bytes, &faults) }
        if let bytes = files["breweries.csv"] { readBreweries(bytes, &faults) }
        if let bytes = files["ratings.csv"] { readRatings(bytes, &faults) }
        if let bytes = files["items.csv"] { readItems(bytes, &faults) }
    }

    /// Several names may mean one style, and then say the same of it.
    private mutating func readStyles(_ bytes: [UInt8], _ faults: inout FaultList) {
        let ranges = ["abv_min", "abv_max", "ibu_min", "ibu_max"]
        let table = Table(
            bytes, file: "styles.csv", required: ["name", "style", "label", "family", "tags", "is_lager"],
            optional: ["bjcp"] + ranges, &faults)
        var byID: [String: Style] = [:]
        for row in table.rows {
            let name = row["name"].text
            let id = faults.featureName(row["style"], "style")
            let label = faults.text(row["label"], "label", limit: 40)
            let family = faults.featureName(row["family"], "family")
            let tags = faults.tags(row["tags"])
            let isLager = faults.flag(row["is_lager"], "is_lager")
            let abv = range(row["abv_min"], row["abv_max"], "abv", &faults)
            let ibu = range(row["ibu_min"], row["ibu_max"], "ibu", &faults)
            guard let id, let label, let family, let tags, let isLager else { continue }
            let style = Style(id: id, label: label, family: family, tags: tags, isLager: isLager, abv: abv, ibu: ibu)
            if byID.updateValue(style, forKey: id).map({ $0 != style }) ?? false {
                faults.add("style \(id) is described otherwise above; make the rows agree", at: row["style"].place)
            }
            if styles.updateValue(style, forKey: name) != nil {
                faults.add("style name \(quote(name)) stands twice; remove one", at: row.place)
            }
            vocabulary.formUnion([Feature(.style, id), Feature(.family, family)])
            if isLager { vocabulary.insert(Feature(.family, "lager")) }
            vocabulary.formUnion(tags.map { Feature(.tag, $0) })
        }
    }

    private func range(
        _ low: CSVReader.Field, _ high: CSVReader.Field, _ name: String, _ faults: inout FaultList
    ) -> ClosedRange<Double>? {
        if low.text.isEmpty, high.text.isEmpty { return nil }
        let lowest = faults.number(low, "\(name)_min", in: 0...200)
        let highest = faults.number(high, "\(name)_max", in: 0...200)
        guard let lowest, let highest else { return nil }
        guard lowest <= highest else {
            faults.add("\(name)_min is above \(name)_max; exchange them", at: low.place)
            return nil
        }
        return lowest...highest
    }

    private mutating func readBreweries(_ bytes: [UInt8], _ faults: inout FaultList) {
        let table = Table(bytes, file: "breweries.csv", required: ["id", "name"], &faults)
        for row in table.rows {
            let id = faults.id(row["id"], "id")
            let name = faults.text(row["name"], "name")
            guard let id, let name else { continue }
            if breweries.updateValue(name, forKey: id) != nil {
                faults.add("brewery \(id) stands twice; remove one", at: row.place)
            }
        }
    }

    private mutating func readRatings(_ bytes: [UInt8], _ faults: inout FaultList) {
        let table = Table(
            bytes, file: "ratings.csv", required: ["item", "mean", "deviation", "count"], optional: ["source"], &faults)
        for row in table.rows {
            let item = faults.id(row["item"], "item")
            let mean = faults.number(row["mean"], "mean", in: 1...5)
            let deviation = faults.number(row["deviation"], "deviation", in: 0...4)
            let count = faults.integer(row["count"], "count", in: 1...1_000_000_000)
            guard let item, let mean, let deviation, let count else { continue }
            let rating = RatingSummary(mean: mean, deviation: deviation, count: count)
            if ratings.updateValue(rating, forKey: item) != nil {
                faults.add("item \(item) is rated twice; remove one", at: row.place)
            }
        }
    }

    private mutating func readItems(_ bytes: [UInt8], _ faults: inout FaultList) {
        let table = Table(
            bytes, file: "items.csv", required: ["id", "name", "style"],
            optional: ["brewery", "abv", "ibu", "tags"], &faults)
        var seen: Set<String> = []
        for row in table.rows {
            let id = faults.id(row["id"], "id")
            let name = faults.text(row["name"], "name")
            let tags = faults.tags(row["tags"])
            let abv = faults.numberIfAny(row["abv"], "abv (per cent)", in: 0...80)
            let ibu = faults.numberIfAny(row["ibu"], "ibu", in: 0...2000)
            let style = styles[row["style"].text]
            if style == nil {
                faults.add("style \(quote(row["style"].text)) is not in styles.csv; add it", at: row["style"].place)
            }
            let brewery = breweries[row["brewery"].text]
            if brewery == nil, !row["brewery"].text.isEmpty {
                faults.add("brewery \(quote(row["brewery"].text)) is not in breweries.csv", at: row["brewery"].place)
            }
            guard let id, let name, let tags, let style else { continue }
            guard seen.insert(id).inserted else {
                faults.add("item \(id) stands twice; remove one", at: row["id"].place)
                continue
            }
            vocabulary.formUnion(tags.map { Feature(.tag, $0) })
            items.append(
                Item(
                    id: id, name: name, brewery: brewery ?? "", style: style, tags: FlavourWords.tags(of: name) + tags,
                    abv: abv, ibu: ibu, rating: ratings[id]))
        }
    }
}
