/// Reads selections and promotions.
struct OfferReader {
    private(set) var selections: [Selection] = []
    private(set) var promotions: [Promotion] = []
    private let isItem: (String) -> Bool

    /// - Parameter isItem: whether there is an item of that id.
    init(_ files: [String: [UInt8]], isItem: @escaping (String) -> Bool, _ faults: inout FaultList) {
        self.isItem = isItem
        if let bytes = files["selections.csv"] { readSelections(bytes, &faults) }
        if let bytes = files["promotions.csv"] { readPromotions(bytes, &faults) }
    }

    private func item(_ field: CSVReader.Field, _ faults: inout FaultList) -> String? {
        guard isItem(field.text) else {
            faults.add("item \(quote(field.text)) is not in items.csv; add it, or remove this row", at: field.place)
            return nil
        }
        return field.text
    }

    private mutating func readSelections(_ bytes: [UInt8], _ faults: inout FaultList) {
        let table = Table(
            bytes, file: "selections.csv", required: ["selection", "item", "price", "currency", "stock"], &faults)
        var order: [String] = []
        var entries: [String: [Selection.Entry]] = [:]
        var seen: Set<[String]> = []
        for row in table.rows {
            let id = faults.id(row["selection"], "selection")
            let item = item(row["item"], &faults)
            let price = faults.price(row["price"], currency: row["currency"])
            let stock = faults.integer(row["stock"], "stock", in: 0...1_000_000_000)
            guard let id, let item, let price, let stock else { continue }
            guard seen.insert([id, item]).inserted else {
                faults.add("item \(item) stands twice in selection \(id); remove one", at: row["item"].place)
                continue
            }
            if entries[id] == nil { order.append(id) }
            entries[id, default: []].append(Selection.Entry(item: item, price: price, stock: stock))
        }
        selections = order.map { Selection(id: $0, entries: entries[$0] ?? []) }
    }

    private mutating func readPromotions(_ bytes: [UInt8], _ faults: inout FaultList) {
        let table = Table(
            bytes, file: "promotions.csv",
            required: ["id", "site", "item", "kind", "label", "from", "until", "priority"], &faults)
        var seen: Set<String> = []
        for row in table.rows {
            let id = faults.id(row["id"], "id")
            let site = faults.id(row["site"], "site")
            let item = item(row["item"], &faults)
            let kind = faults.word(row["kind"], "kind", as: Promotion.Kind.self)
            let label = faults.text(row["label"], "label", limit: 40)
            let from = faults.time(row["from"], "from")
            let until = faults.time(row["until"], "until")
            let priority = faults.integer(row["priority"], "priority", in: 0...100)
            guard let id, let site, let item, let kind, let label, let from, let until, let priority else { continue }
            guard from < until else {
                faults.add("until is not after from; nobody would ever see it", at: row["until"].place)
                continue
            }
            guard seen.insert(id).inserted else {
                faults.add("promotion \(id) stands twice; remove one", at: row["id"].place)
                continue
            }
            promotions.append(
                Promotion(
                    id: id, site: site, item: item, kind: kind, label: label, window: from..<until, priority: priority))
        }
    }
}
