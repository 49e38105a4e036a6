/// The faults found so far.
struct FaultList {
    /// A file of nothing but faults must not fill the memory with them.
    private static let limit = 100

    private var faults: [ImportFault] = []
    private var others = 0

    /// - Parameter place: not asked for beyond the limit: it may take a search through the file.
    mutating func add(_ message: String, at place: @autoclosure () -> ImportFault.Place) {
        if faults.count < Self.limit {
            faults.append(ImportFault(message, at: place()))
        } else {
            others += 1
        }
    }

    /// Throws if there is any.
    func check() throws(ImportError) {
        if faults.isEmpty { return }
        let sorted = faults.sorted {
            ($0.place.file, $0.place.line, $0.place.column) < ($1.place.file, $1.place.line, $1.place.column)
        }
        throw ImportError(faults: sorted, others: others)
    }
}
