extension Directory {
    /// The files of a directory, by name; without the first three there is none.
    public static let fileNames =
        requiredFileNames + [visitorsFile, "breweries.csv", "ratings.csv", "promotions.csv", "places.csv"]
    /// The one with persons in it.
    public static let visitorsFile = "visitors.json"

    static let requiredFileNames = ["items.csv", "styles.csv", "selections.csv"]

    /// A directory from the contents of its files, or every fault that they have.
    ///
    /// - Parameter files: by the names of `fileNames`; others are faults.
    public init(importing files: [String: [UInt8]]) throws(ImportError) {
        self = try DirectoryImport(files).directory
    }

    /// What is kept; nothing where nothing was ever imported.
    ///
    /// - Throws: where this program finds faults that an older one did not.
    public init(_ content: DirectoryContent) throws(ImportError) {
        guard !content.files.isEmpty else {
            self.init(visitors: content.visitors, staff: content.staff)
            return
        }
        self = try DirectoryImport([:], over: content).directory
    }
}
