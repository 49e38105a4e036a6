public import Beacons

/// New files over what is kept, checked as one: a file of what is sold replaces the one of its name, and each visitor
/// of `visitors.json` is added, or changed in what the file says of them.
public struct DirectoryImport: Sendable {
    /// Bytes of one file: a million rows.
    public static let largestFile = 64 << 20

    /// As it is with the new files.
    public let directory: Directory
    /// The new files.
    public let files: [String: [UInt8]]
    /// Whom the new files name, as they are now.
    public let visitors: [Visitor]
    /// `nil`: the new files do not say.
    public let staff: Set<BeaconIdentity>?
    /// How many visitors are left out, because they were erased.
    public let erased: Int

    /// - Parameters:
    ///   - files: by the names of `Directory.fileNames`; others are faults.
    ///   - isErased: whether a visitor of that id may not come back.
    /// - Throws: every fault of the new files, and of kept ones that do not go with them.
    public init(
        _ files: [String: [UInt8]], over content: DirectoryContent = DirectoryContent(),
        isErased: (String) -> Bool = { _ in false }
    ) throws(ImportError) {
        var faults = FaultList()
        var catalogueFiles = files
        let people = catalogueFiles.removeValue(forKey: Directory.visitorsFile)
        let all = content.files.merging(catalogueFiles) { $1 }
        Self.check(files, beside: all, &faults)
        try faults.check()

        let catalogue = CatalogueReader(all, &faults)
        let known = Set(catalogue.items.map(\.id))
        let offers = OfferReader(all, isItem: known.contains, &faults)
        let places = all["places.csv"].map { PlaceReader($0, &faults).places } ?? []
        let reader = people.map { bytes in
            VisitorReader(
                bytes, file: Directory.visitorsFile, over: content.visitors, vocabulary: catalogue.vocabulary,
                isItem: known.contains, &faults)
        }
        try faults.check()

        let named = reader?.visitors ?? []
        let visitors = named.filter { !isErased($0.id) }
        let changed = Set(visitors.map(\.id))
        staff = reader?.staff
        erased = named.count - visitors.count
        self.files = files
        self.visitors = visitors
        directory = Directory(
            visitors: content.visitors.filter { !changed.contains($0.id) } + visitors, items: catalogue.items,
            selections: offers.selections, promotions: offers.promotions, places: places,
            staff: staff ?? content.staff)
    }

    private static func check(
        _ files: [String: [UInt8]], beside all: [String: [UInt8]], _ faults: inout FaultList
    ) {
        for name in files.keys where !Directory.fileNames.contains(name) {
            let known = Directory.fileNames.joined(separator: ", ")
            faults.add("no file of a directory; those are \(known)", at: .init(file: name))
        }
        for name in Directory.requiredFileNames where all[name] == nil {
            faults.add("the file is missing; add it beside the others", at: .init(file: name))
        }
        for (name, bytes) in files where bytes.count > largestFile {
            faults.add("more than 64 MiB; split what is sold elsewhere from it", at: .init(file: name))
        }
    }
}
