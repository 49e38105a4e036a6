extension Directory {
    /// The files of a directory, by name; without the first four there is none.
    public static let fileNames = requiredFileNames + ["breweries.csv", "ratings.csv", "promotions.csv"]

    private static let requiredFileNames = ["visitors.json", "items.csv", "styles.csv", "selections.csv"]
    /// Bytes of one file: a million rows.
    private static let sizeLimit = 64 << 20

    /// A directory from the contents of its files, or every fault that they have.
    ///
    /// - Parameter files: by the names of `fileNames`; others are faults.
    public init(importing files: [String: [UInt8]]) throws(ImportError) {
        var faults = FaultList()
        for name in files.keys where !Self.fileNames.contains(name) {
            let known = Self.fileNames.joined(separator: ", ")
            faults.add("no file of a directory; those are \(known)", at: .init(file: name))
        }
        for name in Self.requiredFileNames where files[name] == nil {
            faults.add("the file is missing; add it beside the others", at: .init(file: name))
        }
        for (name, bytes) in files where bytes.count > Self.sizeLimit {
            faults.add("more than 64 MiB; split what is sold elsewhere from it", at: .init(file: name))
        }
        try faults.check()

        let catalogue = CatalogueReader(files, &faults)
        let known = Set(catalogue.items.map(\.id))
        let offers = OfferReader(files, isItem: known.contains, &faults)
        let people = VisitorReader(
            files["visitors.json"] ?? [], file: "visitors.json", vocabulary: catalogue.vocabulary,
            isItem: known.contains, &faults)
        try faults.check()
        self.init(
            visitors: people.visitors, items: catalogue.items, selections: offers.selections,
            promotions: offers.promotions, staff: people.staff)
    }
}
